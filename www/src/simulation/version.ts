/** The version of this build, set by the bundler; views that are tried from their sources have none. */
declare const __SUDA_VERSION__: string | undefined;

export const VERSION = typeof __SUDA_VERSION__ === "string" ? __SUDA_VERSION__ : "unreleased";

declare const __SUDA_FRAME__: boolean | undefined;

/** Whether this is built for a frame, which is one script: what is large and seldom looked at there is left out of it. */
export const IS_FRAME = typeof __SUDA_FRAME__ === "boolean" && __SUDA_FRAME__;

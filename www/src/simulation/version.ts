/** The version of this build, set by the bundler; views that are tried from their sources have none. */
declare const __SUDA_VERSION__: string | undefined;

export const VERSION = typeof __SUDA_VERSION__ === "string" ? __SUDA_VERSION__ : "unreleased";

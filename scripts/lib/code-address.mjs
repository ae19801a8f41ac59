// Where the page's link to its code leads, and where its picture lies.

/**
 * The address of the code: what package.json names as `repository`, or else as `homepage`, where it is one of the web; with
 * neither, the crate's source on docs.rs, which is there once the crate is published.
 * @param {{ repository?: string | { url?: string }, homepage?: string, version: string }} fields
 */
export function codeAddress({ repository, homepage, version }) {
  const given = typeof repository === "object" ? repository?.url : repository;
  const named = [given, homepage].map((text) => onTheWeb(text)).find(Boolean);
  return named ?? `https://docs.rs/crate/suda/${version}/source/`;
}

/**
 * The site's address, with its final slash: what is given, or package.json's `homepage`; null where neither is known.
 * @param {{ homepage?: string }} fields
 * @param {string} [site] with its final slash
 */
export function siteAddress({ homepage }, site) {
  return (
    site ||
    (onTheWeb(homepage)
      ?.replace(/[#?].*$/, "")
      .replace(/\/?$/, "/") ??
      null)
  );
}

/** npm's ways to write a repository, as an address that a browser opens; null of what is none. */
function onTheWeb(text) {
  if (typeof text !== "string") return null;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text);
  const plain = short ? `https://github.com/${short[1]}` : text.replace(/^git\+/, "").replace(/^git:/, "https:");
  return /^https?:\/\/[^\s"<>&]+$/.test(plain) ? plain.replace(/\.git$/, "") : null;
}

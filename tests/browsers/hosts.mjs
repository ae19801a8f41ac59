// The built site as hosts serve it, and a page of another origin that it is embedded in.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { root } from "../node/support.mjs";

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Notes everything that goes wrong in a page, from before its first script, and what frames and elements tell it. */
const probe = `
  window.problems = [];
  window.messages = [];
  window.phases = {};
  addEventListener("error", ({ message, target }) => {
    // No fault: a picture that has changed its size while sizes were told is told so in the next frame.
    if (!message?.startsWith("ResizeObserver loop")) problems.push(message ?? "not loaded: " + (target.src || target.href));
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => problems.push("unhandled: " + reason));
  addEventListener("securitypolicyviolation", (event) =>
    problems.push("policy: " + event.effectiveDirective + " " + event.blockedURI));
  addEventListener("message", ({ data }) => messages.push(data));
  addEventListener("suda-state", ({ target, detail }) => (phases[target.id || target.className] = detail.phase));
  const { error } = console;
  console.error = (...words) => { problems.push("console: " + words.join(" ")); error(...words); };`;

/** Boxes that give what is in them no width of its own accord. */
const boxes = `
  .row { display: flex; }
  .row > p { flex: none; width: 200px; }
  .column { display: flex; flex-direction: column; align-items: center; }
  .grid { display: grid; place-items: center; }
  .margin > * { margin-inline: 40px; }
  .narrow { width: 500px; }`;

/** What docs/embedding.md says to be enough. */
const [, policy] = /Content-Security-Policy: (.*)/.exec(readFileSync(join(root, "docs/embedding.md"), "utf8"));

/** The folders that the site lies in, by how their host is. `own` is the host's address. */
const folders = {
  "/site/": () => ({}),
  "/deep/down/suda/": () => ({}),
  "/plain/": () => ({ wasm: "text/plain" }),
  "/missing/": () => ({ missing: ".js" }),
  "/strict/": (own) => ({ policy: policy.replaceAll("https://example.org", own) }),
};

function listen(answer) {
  const server = createServer(answer);
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () => done({ server, address: `http://127.0.0.1:${server.address().port}` })),
  );
}

function serveFrom(folder, { wasm, policy, missing }, name, response) {
  const file = name === "" ? "index.html" : name;
  const type = types[extname(file)] ?? "application/octet-stream";
  response.setHeader("Content-Type", extname(file) === ".wasm" && wasm ? wasm : type);
  // As GitHub Pages does; a strict host does not.
  if (!policy) response.setHeader("Access-Control-Allow-Origin", "*");
  else response.setHeader("Content-Security-Policy", policy);
  if (file === "probe.js") return response.end(probe);
  if (extname(file) === missing) return response.writeHead(404).end();
  const content = readFileSync(join(folder, file));
  if (extname(file) !== ".html") return response.end(content);
  return response.end(String(content).replace("<head>", '<head><script src="probe.js"></script>'));
}

/** Starts both. `site("/strict/")` is an address of the site, `paper(body, headers)` that of a page with this body. */
export async function openHosts() {
  let isDown = false;
  const site = await listen((request, response) => {
    if (isDown) return request.destroy();
    const { pathname } = new URL(request.url, "http://localhost");
    const folder = Object.keys(folders).find((name) => pathname.startsWith(name));
    const own = `http://${request.headers.host}`;
    try {
      if (folder) serveFrom(join(root, "dist/site"), folders[folder](own), pathname.slice(folder.length), response);
      else serveFrom(join(root, "tests"), {}, pathname.slice(1), response);
    } catch {
      response.writeHead(404).end();
    }
  });
  let content = "";
  let further = {};
  const paper = await listen(({ url }, response) => {
    const [type, text] = { "/probe.js": [".js", probe], "/probe.css": [".css", boxes] }[url] ?? [".html", content];
    response.writeHead(200, { ...further, "Content-Type": types[type] }).end(text);
  });
  return {
    site: (folder) => site.address + folder,
    paper(body, headers = {}) {
      further = headers;
      content = `<!doctype html><html lang="en"><title>A paper</title><script src="probe.js"></script>${body}</html>`;
      return `${paper.address}/`;
    },
    /** Has the site's host answer no more, or again. */
    goDown(down) {
      isDown = down;
    },
    close() {
      for (const { server } of [site, paper]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/**
 * Build every game's board by itself, and the plain one, each as one page for notebooks:
 * `src/comptoir/engine/text/boards/GAME.html`, which Python fills in with a table.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

const OUT = "../src/comptoir/engine/text/boards";

/** Bundle one board, without the catalogues (Python passes them in) and without web fonts. */
function alone(game) {
  return {
    name: "alone",
    enforce: "pre",
    resolveId(source, importer) {
      if (source.endsWith("/catalogues")) return "\0none";
      if (game !== "plain" && source === "../lib/plain" && importer?.endsWith("notebook/main.ts"))
        return this.resolve(`../boards/${game}/index.ts`, importer);
      return null;
    },
    load: (id) => (id === "\0none" ? "export const area = null, catalogue = null;" : null),
    transform: (code, id) =>
      id.endsWith("app.css")
        ? code.replace(/@font-face \{[^}]*\}/g, "")
        : id.endsWith("lib/board.ts")
          ? code.replace(/^const boards = [^;]*;/m, "const boards = {};")
          : null,
  };
}

async function page(game) {
  const [made] = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [alone(game), svelte()],
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: "src/notebook/main.ts", formats: ["iife"], name: "comptoir" },
    },
  });
  const [script] = made.output.filter((file) => file.type === "chunk");
  const [style] = made.output.filter((file) => file.fileName.endsWith(".css"));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Comptoir</title>
<style>${style.source}</style></head><body>
<script type="application/json" id="told">@told@</script>
<script>${script.code.replaceAll("</script", "<\\/script")}</script></body></html>
`;
}

mkdirSync(OUT, { recursive: true });
for (const game of [...readdirSync("src/boards"), "plain"])
  writeFileSync(`${OUT}/${game}.html`, await page(game));

import { readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Scripts find each other wherever they lie; only the page itself is at the server's root. */
function rooted(): Plugin {
  return {
    name: "rooted",
    writeBundle({ dir }) {
      const page = `${dir!}/index.html`;
      const html = readFileSync(page, "utf8").replaceAll(/((?:href|src)=")\.\//g, "$1/");
      writeFileSync(page, html);
    },
  };
}

/**
 * Few files, since each is a request: the first page is one, and what other pages share, but
 * for the lists of tables and emblems, which the first page asks for later.
 */
const LATER = /emblem|OpenGames/i;
const groups = [
  { name: "first", tags: ["$initial" as const], priority: 1 },
  { name: "faces", test: /lib.faces/, priority: 0.9 },
  { name: "parts", minShareCount: 2, test: (id: string) => !LATER.test(id) },
];

export default defineConfig({
  plugins: [svelte(), rooted()],
  base: "./",
  worker: { format: "es" },
  build: {
    outDir: "../src/comptoir/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: "parts.json",
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } },
  },
});

import { readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Leave out what messages could write dates and numbers by: ours never do. */
function withoutSkeletons(): Plugin {
  const none = "export const parseDateTimeSkeleton = 0, parseNumberSkeleton = 0";
  return {
    name: "without-skeletons",
    transform(code, id) {
      if (id.includes("icu-skeleton-parser")) return `${none}, parseNumberSkeletonFromString = 0;`;
      if (id.includes("icu-messageformat-parser/index.js"))
        return code.replace(/const timeData = \{[^]*?\n\};/, "const timeData = {};");
      return null;
    },
  };
}

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
  plugins: [svelte(), withoutSkeletons(), rooted()],
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

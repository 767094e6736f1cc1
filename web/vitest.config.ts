import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    environment: "happy-dom",
    pool: "vmThreads",
    include: ["tests/**/*.test.ts"],
    restoreMocks: true,
  },
});

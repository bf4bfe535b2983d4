// Builds the page into the Python package, so that it is served without a network; tests run in a made-up browser.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import preact from "@preact/preset-vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../yomi/frontend/web/static";

/** Writes down what the page was built from: a test of the Python package compares it with the sources. */
function builtFrom(): Plugin {
  return {
    name: "built-from",
    apply: "build",
    closeBundle() {
      const files = readdirSync("src", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const names = ["index.html", ...files.map((entry) => join(entry.parentPath, entry.name))].sort();
      const hash = createHash("sha256");
      for (const name of names) hash.update(name.replaceAll("\\", "/") + "\0").update(readFileSync(name));
      writeFileSync(join(OUT, "built-from.txt"), hash.digest("hex") + "\n");
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [preact(), builtFrom()],
  resolve: { alias: { react: "preact/compat", "react-dom": "preact/compat" } },
  build: { outDir: OUT, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": "http://127.0.0.1:8391", "/ws": { target: "ws://127.0.0.1:8391", ws: true } } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});

// Loads a module in Node for tests: one request a line, as JSON, and one answer a line.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernels } from "../web/src/lib/kernels.ts";
import { answers } from "./wasm_answers.mjs";

const [wasm, description] = process.argv.slice(2).map((path) => readFileSync(path));
const known = answers(await Kernels.load(wasm, JSON.parse(description.toString())));
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  let answer;
  try {
    answer = { answer: known[name](...given) ?? null };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

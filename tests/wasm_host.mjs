// Loads a module in Node for tests: one request a line, as JSON, and one answer a line.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernels } from "../web/src/lib/kernels.ts";

const [wasm, description] = process.argv.slice(2).map((path) => readFileSync(path));
const kernels = await Kernels.load(wasm, JSON.parse(description.toString()));
const base64 = (bytes) => Buffer.from(bytes).toString("base64");
const answers = {
  heap: () => kernels.heap,
  reserve: (end) => kernels.reserve(end),
  write: (address, text) => {
    const bytes = Buffer.from(text, "base64");
    kernels.bytes(address, bytes.length).set(bytes);
  },
  read: (address, size) => base64(kernels.bytes(address, size)),
  call: (name, given) => {
    const start = performance.now();
    kernels.call(name, given);
    return performance.now() - start;
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  let answer;
  try {
    answer = { answer: answers[name](...given) ?? null };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

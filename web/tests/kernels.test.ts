import { afterEach, describe, expect, test, vi } from "vitest";
import { Kernels, hasSimd, type Description } from "../src/lib/kernels";

/** A part of a module: its kind, its length, and its bytes. */
const section = (kind: number, ...bytes: number[]) => [kind, bytes.length, ...bytes];
const text = (name: string) => [name.length, ...new TextEncoder().encode(name)];
const [I32, I64, F64] = [0x7f, 0x7e, 0x7c];

/** A kernel that writes its arguments to the array that it gets, and returns `status`. */
function module(status: number): Uint8Array<ArrayBuffer> {
  const array = [I32, I32, I64, I64, I32, I64, I64]; // from parameter 2 on
  const types = [I32, I32, ...array, I64, F64];
  const store = (at: number, parameter: number, float = false) =>
    [0x20, 6, 0x20, parameter, float ? 0x39 : 0x37, 3, at]; // prettier-ignore
  const body = [
    ...[0, ...store(0, 4), ...store(8, 5), ...store(16, 7), ...store(24, 8)],
    ...[...store(32, 9), ...store(40, 10, true), 0x41, status, 0x0b],
  ];
  const memory = [...text("env"), ...text("__linear_memory"), 2, 0, 1];
  const stack = [...text("env"), ...text("__stack_pointer"), 3, I32, 1];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, types.length, ...types, 1, I32),
    ...section(2, 2, ...memory, ...stack),
    ...section(3, 1, 0),
    ...section(7, 1, ...text("store"), 0, 0),
    ...section(10, 1, body.length, ...body),
  ]);
}

const ABOUT: Description = {
  game: "shop",
  stack: 1 << 16,
  kernels: {
    store: [
      { name: "rows", kind: ["i8", 1] },
      { name: "seat", kind: "int" },
      { name: "explore", kind: "float" },
    ],
  },
};

afterEach(() => vi.unstubAllGlobals());

describe("kernels", () => {
  test("take arrays as compiled code expects them", async () => {
    const kernels = await Kernels.load(module(0), ABOUT);
    const rows = kernels.heap;
    kernels.reserve(rows + 6 * 8);
    kernels.call("store", [[rows, 8, 6], -3, 0.7]);
    const words = new DataView(kernels.bytes(rows, 6 * 8).slice().buffer);
    const found = [0, 1, 2, 3, 4].map((at) => words.getBigInt64(8 * at, true));
    expect(found).toEqual([6n, 8n, 6n, 8n, -3n]); // items, bytes, shape, strides, seat
    expect(words.getFloat64(40, true)).toBe(0.7);
  });

  test("get memory that grows and is zero", async () => {
    const kernels = await Kernels.load(module(0), ABOUT);
    expect(kernels.heap).toBeGreaterThan(ABOUT.stack);
    kernels.reserve(10 << 16);
    kernels.reserve(1);
    expect(Math.max(...kernels.bytes((10 << 16) - 8, 8))).toBe(0);
    expect(() => kernels.bytes(10 << 16, 8)).toThrow(RangeError);
  });

  test("refuse arguments of another kind, and tell when one fails", async () => {
    const kernels = await Kernels.load(module(0), ABOUT);
    const refused = (sentence: string, ...given: (number | number[])[]) =>
      expect(() => kernels.call("store", given)).toThrow(sentence);
    refused("store takes 3 arguments, not 1", 1);
    refused("store: rows is 1, expected i8,1", 1, 2, 3);
    refused("store: rows is 1,8,2,2, expected i8,1", [1, 8, 2, 2], 2, 3);
    refused("store: seat is 1,8,2, expected int", [1, 8, 2], [1, 8, 2], 3);
    expect(() => kernels.call("dance", [])).toThrow("no kernel dance");
    const failing = await Kernels.load(module(1), ABOUT);
    const rows = [failing.heap, 8, 0];
    expect(() => failing.call("store", [rows, 1, 2])).toThrow("store failed (1)");
  });

  test("say one sentence to browsers without vectors", async () => {
    expect(hasSimd()).toBe(true);
    vi.stubGlobal("WebAssembly", { ...WebAssembly, validate: () => false });
    await expect(Kernels.load(module(0), ABOUT)).rejects.toThrow("has no SIMD");
    vi.stubGlobal("WebAssembly", undefined);
    expect(hasSimd()).toBe(false);
  });
});

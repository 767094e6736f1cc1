/**
 * Runs the kernels of a game: its rules, bots and searches, compiled to WebAssembly.
 *
 * A kernel takes numbers and arrays. The caller writes arrays to the module's memory;
 * `docs/architecture.md` describes how the engine does this.
 */

/** The type of a kernel's parameter: a number, or an array with its kind and dimensions. */
export interface Parameter {
  name: string;
  kind: "int" | "float" | [kind: string, dimensions: number];
}

/** The description that the build writes beside a module. */
export interface Description {
  game: string;
  /** The first address of the stack, which grows down; memory from here on is free. */
  stack: number;
  kernels: Record<string, Parameter[]>;
}

type Kernel = (...words: (number | bigint)[]) => number;

/** A number, or an array: its address, the bytes of one item, and its shape. */
export type Argument = number | number[];

const PAGE = 1 << 16; // bytes by which memory grows
const RESULT = 64; // bytes where a kernel would write its result, and errors of its own
const NO_SIMD =
  "This browser is too old for the bots: its WebAssembly has no SIMD. Please update it.";

/** A module with a function whose result is a vector: engines without SIMD refuse it. */
const VECTOR = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7b],
  ...[3, 2, 1, 0],
  ...[10, 22, 1, 20, 0, 0xfd, 12, ...Array<number>(16).fill(0), 11],
];

/** True if this browser can run the kernels. */
export function hasSimd(): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(VECTOR));
}

export class Kernels {
  /** The first address that is free for arrays. */
  readonly heap: number;
  readonly #description: Description;
  readonly #memory: WebAssembly.Memory;
  readonly #exports: WebAssembly.Exports;

  private constructor(
    description: Description,
    memory: WebAssembly.Memory,
    exports: WebAssembly.Exports,
  ) {
    this.#description = description;
    this.#memory = memory;
    this.#exports = exports;
    this.heap = description.stack + RESULT;
  }

  /** Compile a game's module; if that is impossible, refuse with a sentence for people. */
  static async load(bytes: BufferSource, description: Description): Promise<Kernels> {
    if (!hasSimd()) throw new Error(NO_SIMD);
    const { stack } = description;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((stack + RESULT) / PAGE) });
    const pointer = new WebAssembly.Global({ value: "i32", mutable: true }, stack);
    const env = { __linear_memory: memory, __stack_pointer: pointer };
    const { instance } = await WebAssembly.instantiate(bytes, { env });
    return new Kernels(description, memory, instance.exports);
  }

  /** Grow the memory until it has `end` bytes; views of it become invalid. */
  reserve(end: number): void {
    const missing = end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
  }

  /** A view of the memory, valid until it grows. */
  bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, size);
  }

  /** Call a kernel with its arguments in order. */
  call(name: string, given: Argument[]): void {
    const kernel = this.#exports[name] as Kernel | undefined;
    const parameters = this.#description.kernels[name];
    if (!kernel || !parameters) throw new Error(`no kernel ${name}`);
    if (given.length !== parameters.length)
      throw new Error(`${name} takes ${parameters.length} arguments, not ${given.length}`);
    const result = this.heap - RESULT;
    const words = parameters.flatMap((one, at) => lay(name, one, given[at]));
    const failed = kernel(result, result + RESULT / 2, ...words);
    if (failed) throw new Error(`${name} failed (${failed})`);
  }
}

/** An argument as compiled code takes it; an array has two owners, which are not used. */
function lay(
  kernel: string,
  { name, kind }: Parameter,
  given: Argument | undefined,
): (number | bigint)[] {
  const dimensions = typeof kind === "string" ? undefined : kind[1];
  if (typeof given === "number" && dimensions === undefined)
    return [kind === "float" ? given : BigInt(given)];
  const [address, size, ...shape] = typeof given === "object" ? given : [];
  if (address === undefined || size === undefined || shape.length !== dimensions)
    throw new Error(`${kernel}: ${name} is ${String(given)}, expected ${String(kind)}`);
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, size));
  const count = shape.reduce((a, b) => a * b, 1);
  return [0, 0, BigInt(count), BigInt(size), address, ...[...shape, ...strides].map(BigInt)];
}

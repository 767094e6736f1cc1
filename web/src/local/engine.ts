/** The engine's files: Python, its library, Comptoir's code, and one pack for each game. */

/** The list of files, with their sizes as sent: `engine.json`. */
interface Listing {
  version: string; // of the whole engine
  core: Record<string, EngineFile>; // by name
  games: Record<string, EngineFile>;
}

interface EngineFile {
  file: string;
  size: number;
}

interface Pyodide {
  unpackArchive: (content: Uint8Array, format: string, options?: { extractDir: string }) => void;
  runPython: (code: string) => unknown;
  pyimport: (name: string) => Record<string, (...args: unknown[]) => unknown>;
  FS: { mkdirTree: (path: string) => void };
}

type Told = (stage: "files" | "start" | "ready", done: number, of: number) => void;

const PACKAGES = "/lib/python3.14/site-packages";

export class Engine {
  #listing: Listing | null = null;
  #pyodide: Pyodide | null = null;
  #packs = new Map<string, Promise<void>>();
  #done = 0;

  constructor(
    readonly folder: string,
    readonly told: Told,
  ) {}

  /** Load everything that all games share; return the worker written in Python. */
  async start(given: Record<string, unknown>): Promise<unknown> {
    if (typeof WebAssembly !== "object") throw new Error("WebAssembly");
    const answer = await fetch(new URL("engine.json", this.folder), { cache: "no-cache" });
    if (!answer.ok) throw new Error(`engine.json: ${answer.status}`);
    const listing = (await answer.json()) as Listing;
    this.#listing = listing;
    const of = Object.values(listing.core).reduce((sum, { size }) => sum + size, 0);
    const names = Object.keys(listing.core);
    const loaded = await Promise.all(names.map((name) => this.#load(listing.core[name]!, of)));
    const files = new Map(names.map((name, n) => [name, loaded[n]!]));
    this.told("start", of, of);
    this.#pyodide = await this.#boot(files);
    this.#unpack(files.get("msgspec.zip")!);
    this.#unpack(files.get("comptoir.zip")!);
    const worker = this.#pyodide.pyimport("comptoir.server.browser.worker");
    return worker.begin!(given);
  }

  /** Load a game's pack. */
  async need(game: string): Promise<void> {
    const listed = this.#listing?.games[game];
    if (!listed) return;
    let pack = this.#packs.get(game);
    if (!pack) {
      this.#done = 0;
      pack = this.#load(listed, listed.size).then((content) => {
        this.#unpack(content);
        this.told("ready", 0, 0);
      });
      this.#packs.set(game, pack);
      pack.catch(() => this.#packs.delete(game));
    }
    await pack;
  }

  /** Load and unpack a file; report how much of all files has arrived. */
  async #load({ file }: EngineFile, of: number): Promise<Uint8Array> {
    const answer = await fetch(new URL(file, this.folder));
    if (!answer.ok || !answer.body) throw new Error(`${file}: ${answer.status}`);
    const parts: Uint8Array[] = [];
    const reader = answer.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      this.#done += value.length;
      this.told("files", Math.min(this.#done, of), of);
    }
    const whole = new Blob(parts as BlobPart[]);
    const zipped = parts[0]?.[0] === 0x1f && parts[0][1] === 0x8b; // unless the host unpacked it
    const plain = zipped
      ? new Response(whole.stream().pipeThrough(new DecompressionStream("gzip")))
      : new Response(whole);
    return new Uint8Array(await plain.arrayBuffer());
  }

  /** Start Python with files that are loaded already. */
  async #boot(files: Map<string, Uint8Array>): Promise<Pyodide> {
    const types: Record<string, string> = { mjs: "text/javascript", wasm: "application/wasm" };
    const address = (name: string): string => {
      const type = types[name.split(".").at(-1)!] ?? "application/octet-stream";
      return URL.createObjectURL(new Blob([files.get(name)! as BlobPart], { type }));
    };
    const module = (await import(/* @vite-ignore */ address("pyodide.mjs"))) as {
      loadPyodide: (config: Record<string, unknown>) => Promise<Pyodide>;
    };
    const glue = (await import(/* @vite-ignore */ address("pyodide.asm.mjs"))) as {
      default: unknown;
    };
    const real = globalThis.fetch;
    globalThis.fetch = (asked: RequestInfo | URL, init?: RequestInit) => {
      const name = (asked instanceof Request ? asked.url : String(asked)).split("/").at(-1)!;
      const content = files.get(name);
      if (!content) return real(asked, init);
      const type = types[name.split(".").at(-1)!] ?? "application/octet-stream";
      return Promise.resolve(
        new Response(content as BodyInit, { headers: { "content-type": type } }),
      );
    };
    try {
      return await module.loadPyodide({
        indexURL: this.folder,
        createPyodideModule: glue.default,
        lockFileContents: files.get("pyodide-lock.json")
          ? new TextDecoder().decode(files.get("pyodide-lock.json"))
          : "{}",
        packageBaseUrl: this.folder,
        stdLibURL: new URL("python_stdlib.zip", this.folder).href,
      });
    } finally {
      globalThis.fetch = real;
    }
  }

  #unpack(content: Uint8Array): void {
    this.#pyodide!.unpackArchive(content, "zip", { extractDir: PACKAGES });
  }
}

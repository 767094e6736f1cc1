/** The worker that runs tables in this browser: started once, used like a server. */
import type { Socket } from "../lib/transport";
import { base } from "../lib/transport";
import type { FromWorker, ToWorker } from "./messages";

/** How far the engine has loaded. */
export interface Loading {
  stage: "files" | "start" | "ready" | "failed";
  done: number; // bytes
  of: number;
  why: string; // the reason if it failed
  since: number; // when it began, in milliseconds
}

class Host {
  loading = $state.raw<Loading>({ stage: "files", done: 0, of: 0, why: "", since: 0 });
  #worker: Worker | null = null;
  #number = 0;
  #asked = new Map<number, (answer: Response) => void>();
  #sockets = new Map<number, LocalSocket>();

  /** Start the worker, if it does not run yet. */
  start(): Worker {
    if (this.#worker) return this.#worker;
    this.loading = { ...this.loading, stage: "files", why: "", since: Date.now() };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = (message: MessageEvent<FromWorker>) => this.#hear(message.data);
    worker.onerror = (error) => this.#fail(error.message || "worker");
    this.post({ kind: "start", engine: new URL(`${base}engine/`, location.href).href });
    return worker;
  }

  /** Load the engine anew after a failure. */
  retry(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const socket of [...this.#sockets.values()]) socket.close();
    this.start();
  }

  request(verb: string, path: string, body: string): Promise<Response> {
    this.start();
    const number = ++this.#number;
    return new Promise((resolve) => {
      this.#asked.set(number, resolve);
      this.post({ kind: "request", number, verb, path, body });
    });
  }

  connect(path: string): Socket {
    this.start();
    const number = ++this.#number;
    const socket = new LocalSocket(
      (text) => this.post({ kind: "receive", number, text }),
      () => {
        this.#sockets.delete(number);
        this.post({ kind: "close", number });
      },
    );
    this.#sockets.set(number, socket);
    this.post({ kind: "connect", number, path });
    return socket;
  }

  private post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #hear(said: FromWorker): void {
    switch (said.kind) {
      case "answer": {
        const [status, kind, text] = JSON.parse(said.text) as [number, string, string];
        const headers = { "content-type": kind };
        this.#asked.get(said.number)?.(new Response(text, { status, headers }));
        this.#asked.delete(said.number);
        break;
      }
      case "message":
        this.#sockets.get(said.number)?.onmessage?.({ data: said.text });
        break;
      case "progress":
        this.loading = { ...this.loading, stage: said.stage, done: said.done, of: said.of };
        break;
      case "failed":
        this.#fail(said.why);
    }
  }

  /** Refuse waiting requests: the page shows why, and offers to try again. */
  #fail(why: string): void {
    this.loading = { ...this.loading, stage: "failed", why };
    const fault = { error: "no_engine", text: why, rule: null, args: { why } };
    for (const resolve of this.#asked.values())
      resolve(new Response(JSON.stringify(fault), { status: 503 }));
    this.#asked.clear();
  }
}

class LocalSocket implements Socket {
  readyState: number = WebSocket.OPEN;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;

  constructor(
    readonly send: (text: string) => void,
    private readonly ended: () => void,
  ) {}

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.ended();
    this.onclose?.();
  }
}

export const host = new Host();

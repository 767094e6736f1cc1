/**
 * Sends the page's requests to a server, or to a worker in this browser that runs the same
 * Python. Tables that are kept in this browser have ids that begin with `local-`.
 */
import { fileOf } from "./files";

/** True if the page is the static edition, which has no server at all. */
export const serverless = document.documentElement.dataset.edition === "static";
/** The folder of the page's files, with a slash at its end. */
export const base = serverless ? new URL(".", document.baseURI).pathname : "/";

export const isLocal = (id: string): boolean => id.startsWith("local-");
/** Requests whose answer never changes: the static edition has a file for each. */
const CONSTANT = /^\/(games|bots|puzzles)(\/|\?|$)/;

/** The part of a WebSocket that the page uses. */
export interface Socket {
  readonly readyState: number;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send: (text: string) => void;
  close: () => void;
}

/** Requests for the worker in this browser, even if there is a server: `/local/tables`. */
const HERE = "/local";
/** Requests that the worker answers while there is no network, so that solo games can go on. */
const ALONE = /^\/(me|tables|records)(\/|\?|$)/;

/** True if the worker answers a request, rather than a server or a file. */
export function isAnsweredHere(path: string): boolean {
  if (serverless || path.startsWith("/tables/local-") || path.startsWith(`${HERE}/`)) return true;
  return !navigator.onLine && ALONE.test(path);
}

/** Send a request to the API, such as `/games`; answer as `fetch` does. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  if (!isAnsweredHere(path)) return fetch(`/api${path}`, init);
  const verb = init.method ?? "GET";
  if (serverless && verb === "GET" && CONSTANT.test(path)) return fetch(base + fileOf(path));
  const { host } = await import("../local/host.svelte");
  const asked = path.startsWith(`${HERE}/`) ? path.slice(HERE.length) : path;
  return host.request(verb, asked, typeof init.body === "string" ? init.body : "");
}

/** Open a socket, such as that of a table. */
export function connect(path: string): Socket {
  if (isAnsweredHere(path)) return new LaterSocket(path);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api${path}`) as Socket;
}

/** The socket of a worker that may still have to be loaded. */
class LaterSocket implements Socket {
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  #real: Socket | null = null;
  #state: number = WebSocket.CONNECTING;

  constructor(path: string) {
    import("../local/host.svelte").then(
      ({ host }) => {
        if (this.#state !== WebSocket.CONNECTING) return;
        this.#real = host.connect(path);
        this.#real.onmessage = (message) => this.onmessage?.(message);
        this.#real.onclose = () => this.close();
        this.#state = WebSocket.OPEN;
      },
      () => this.close(),
    );
  }

  get readyState(): number {
    return this.#state;
  }

  send(text: string): void {
    this.#real?.send(text);
  }

  close(): void {
    if (this.#state === WebSocket.CLOSED) return;
    this.#state = WebSocket.CLOSED;
    this.#real?.close();
    this.onclose?.();
  }
}

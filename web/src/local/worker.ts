/** The worker: loads Python and Comptoir, and passes the page's requests to them. */
import type { FromWorker, ToWorker } from "./messages";
import { shelf } from "./shelf";
import { Engine } from "./engine";
import { Kernels, type Description } from "../lib/kernels";

const say = (message: FromWorker): void => postMessage(message);

interface Python {
  request: (verb: string, path: string, body: string) => Promise<string>;
  connect: (number: number, path: string, send: (text: string) => void) => Promise<void>;
  receive: (number: number, text: string) => Promise<void>;
  disconnect: (number: number) => void;
  changed: (table: string) => Promise<void>;
}

const tabs = "BroadcastChannel" in self ? new BroadcastChannel("comptoir tables") : null;
let python: Promise<Python> | null = null;

async function start(folder: string): Promise<Python> {
  const engine = new Engine(folder, (stage, done, of) =>
    say({ kind: "progress", stage, done, of }),
  );
  const worker = await engine.start({
    shelf,
    now: () => Date.now(),
    stored: (id: string) => tabs?.postMessage(id),
    need: (game: string) => engine.need(game),
    kernels: (module: Uint8Array<ArrayBuffer>, description: string) =>
      Kernels.load(module, JSON.parse(description) as Description).catch((error: unknown) => {
        say({ kind: "failed", why: String(error) });
        return undefined; // the page says why
      }),
  });
  say({ kind: "progress", stage: "ready", done: 0, of: 0 });
  return worker as Python;
}

onmessage = (message: MessageEvent<ToWorker>) => {
  const asked = message.data;
  if (asked.kind === "start") {
    python ??= start(asked.engine);
    python.catch((error: unknown) => say({ kind: "failed", why: String(error) }));
    return;
  }
  void python?.then(
    async (host) => {
      switch (asked.kind) {
        case "request": {
          const text = await host.request(asked.verb, asked.path, asked.body);
          say({ kind: "answer", number: asked.number, text });
          break;
        }
        case "connect":
          await host.connect(asked.number, asked.path, (text) =>
            say({ kind: "message", number: asked.number, text }),
          );
          break;
        case "receive":
          await host.receive(asked.number, asked.text);
          break;
        case "close":
          host.disconnect(asked.number);
      }
    },
    () => undefined,
  );
};

if (tabs)
  tabs.onmessage = (message: MessageEvent<string>) =>
    void python?.then((host) => host.changed(message.data));

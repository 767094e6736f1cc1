/** The live lobby: open tables, running games, and the reader's own tables. */
import { badge } from "./installed";
import { keep } from "./prefs.svelte";
import { connect, serverless, type Socket } from "./transport";
import type { AnyLobbyMessage, TableCard, TableSummary } from "./wire";

/** A table in the lobby, with defaults filled in. */
export type Card = Required<TableCard>;

/** Defaults for fields that a card leaves out. */
const PLAIN = {
  asked: [],
  your_turn: false,
  clock: null,
  language: "en" as const,
  level: "",
  usual: true,
};

const FIRST_WAIT = 500; // milliseconds before the first reconnection attempt
const LONGEST_WAIT = 15000;

export class Lobby {
  open = $state.raw<Card[]>([]);
  mine = $state.raw<Card[]>([]);
  #socket: Socket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #ended = false;
  #how = ""; // the query string

  constructor() {
    this.#connect();
  }

  /** Subscribe to all tables, instead of the first few. */
  whole(): void {
    this.#how = "?whole=true";
    this.#wait = 0;
    this.#socket?.close();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Read this browser's own tables; without a server there are no others. */
  async #look(): Promise<void> {
    const { shelf } = await import("../local/shelf");
    const found = (await shelf.summaries()).map((text) => JSON.parse(text) as TableSummary);
    const here = found.map((table) => ({ ...PLAIN, ...table, free: 0 }));
    if (!this.#ended) this.mine = merged(this.mine, here, []);
  }

  #connect(): void {
    if (serverless || keep.get("local")) void this.#look();
    if (serverless) return;
    if (!navigator.onLine) {
      addEventListener("online", () => !this.#ended && this.#connect(), { once: true });
      return;
    }
    const socket = connect(`/lobby${this.#how}`);
    let fresh = true; // the first message is the whole list
    this.#socket = socket;
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data) as AnyLobbyMessage;
      this.#wait = FIRST_WAIT;
      if (told.type === "mine") {
        this.mine = merged(this.mine, told.tables, []);
        void badge(this.mine.filter((table) => table.your_turn).length);
      } else {
        this.open = merged(fresh ? [] : this.open, told.tables, told.gone);
        fresh = false;
      }
    };
    socket.onclose = () => {
      if (this.#ended) return;
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }
}

/** Return the tables with updates applied and closed ones removed. */
export function merged(
  before: readonly Card[],
  changed: readonly TableCard[],
  gone: readonly string[],
): Card[] {
  const replaced = new Set([...gone, ...changed.map((table) => table.id)]);
  const whole = changed.map((table) => ({ ...PLAIN, ...table }));
  return [...whole, ...before.filter((table) => !replaced.has(table.id))];
}

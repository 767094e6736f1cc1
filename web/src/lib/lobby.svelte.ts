/** The live lobby: open tables, running games, and the reader's own tables. */
import { badge } from "./installed";
import type { AnyLobbyMessage, TableCard } from "./wire";

/** A table in the lobby, with defaults filled in. */
export type Card = Required<TableCard>;

const FIRST_WAIT = 500; // milliseconds before the first reconnection attempt
const LONGEST_WAIT = 15000;

export class Lobby {
  open = $state.raw<Card[]>([]);
  mine = $state.raw<Card[]>([]);
  #socket: WebSocket | null = null;
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

  #connect(): void {
    if (!navigator.onLine) {
      addEventListener("online", () => !this.#ended && this.#connect(), { once: true });
      return;
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/lobby${this.#how}`);
    let fresh = true; // the first message is the whole list
    this.#socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
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
  const whole = changed.map((table) => ({ asked: [], your_turn: false, bank: null, ...table }));
  return [...whole, ...before.filter((table) => !replaced.has(table.id))];
}

/** The lobby, live: open tables and running games, and one's own tables. */
import { badge } from "./installed";
import type { AnyLobbyMessage, TableCard } from "./wire";

/** A table as the lobby tells of it, with what goes without saying. */
export type Card = Required<TableCard>;

const FIRST_WAIT = 500; // milliseconds before the first try to come back
const LONGEST_WAIT = 15000;

export class Lobby {
  open = $state.raw<Card[]>([]);
  mine = $state.raw<Card[]>([]);
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #ended = false;
  #how = ""; // as an address has it

  constructor() {
    this.#connect();
  }

  /** Be told of all tables, not just of some. */
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
    let fresh = true; // the first message is all there is
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

/** Return tables with some of them changed, and without those that are gone. */
export function merged(
  before: readonly Card[],
  changed: readonly TableCard[],
  gone: readonly string[],
): Card[] {
  const replaced = new Set([...gone, ...changed.map((table) => table.id)]);
  const whole = changed.map((table) => ({ asked: [], your_turn: false, bank: null, ...table }));
  return [...whole, ...before.filter((table) => !replaced.has(table.id))];
}

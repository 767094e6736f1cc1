/**
 * One table and its socket. After a reconnect, unanswered requests are sent again under the
 * same id, and the welcome message brings the events that were missed.
 */
import { requestId } from "./api";
import { expected, open } from "./early";
import { isTalk } from "./story";
import type { Socket } from "./transport";
import type {
  ActionRef,
  AnyAnswer,
  AnyRequest,
  Bye,
  Hinted,
  Line,
  News,
  Previewed,
  Reason,
  Refused,
  State,
  TableInfo,
  Understood,
  Warming,
} from "./wire";

export type Link = "opening" | "open" | "lost" | "asleep" | "closed";
type Bare<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type TableRequest = Bare<AnyRequest>;
export type Reply = Exclude<
  AnyAnswer,
  { type: "welcome" | "news" | "warming" | "unsaved" | "bye" }
>;

interface Pending {
  request: AnyRequest;
  resolve: (reply: Reply) => void;
}

const FIRST_WAIT = 250; // milliseconds before the first reconnection attempt
const LONGEST_WAIT = 8000;
const MOST_HELD = 4; // updates that may wait; if there are more, all are applied at once
const TRANSIENT = new Set(["stopping", "too_slow", "elsewhere"]); // closing reasons after which the client reconnects

export class TableClient {
  info = $state.raw<TableInfo | null>(null); // what does not change
  state = $state.raw<State | null>(null); // the table now
  before = $state.raw<State | null>(null); // the table before the last update
  lines = $state.raw<Line[]>([]); // the log, within the table's memory setting
  fresh = $state.raw<Line[]>([]); // the lines of the last update
  beat = $state(0); // rises with each update
  warming = $state.raw<Warming | null>(null); // bots still below their level
  unsaved = $state(""); // the reason why this browser cannot store its table
  link = $state<Link>("opening");
  bye = $state.raw<Bye | null>(null); // why the server closed the connection for good
  heard = $state<number | null>(null); // number of the last chat line that was read
  twin = $state(false); // the table is open in another tab
  /**
   * Shows an update's events before it is applied; the promise resolves when the next update
   * may be shown. Null: there is nothing to show.
   */
  curtain: ((told: News, apply: () => void) => Promise<void> | null) | null = null;
  skew = 0; // milliseconds that the server's clock is ahead of ours

  #held = $state.raw<News[]>([]); // updates received and not yet applied; the first is shown
  #answering = $state<number | null>(null); // the question answered by an action that was sent
  #socket: Socket | null = null;
  #waiting = new Map<string, Pending>();
  #number = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  #tabs: BroadcastChannel | null = null;
  #ended = false;
  #eyes = "";

  constructor(
    readonly id: string,
    readonly language: () => string,
  ) {
    if ("BroadcastChannel" in globalThis) {
      this.#tabs = new BroadcastChannel(`comptoir ${id}`);
      this.#tabs.onmessage = (message: MessageEvent<string>) => this.#onOtherTab(message.data);
    }
    addEventListener("online", this.#retry);
    document.addEventListener("visibilitychange", this.#retry);
    this.#tabs?.postMessage("hello");
    this.#open();
  }

  /** True while an action awaits its answer: until a refusal or the next question. */
  get busy(): boolean {
    const answering = this.#answering !== null && this.#answering === this.state?.own.asked;
    return answering || this.#held.length > 0;
  }

  /** True if somebody can win or lose rating here: nobody may take over a bot's seat then. */
  get stakes(): boolean {
    const { state, info } = this;
    const people = state?.seats.filter((seat) => seat.name).length ?? 0;
    return !state?.unrated && people > (info?.settings.public ? 0 : 1);
  }

  /** How many lines of chat by others have not been read. */
  get unheard(): number {
    const { heard, state } = this;
    return this.lines.filter(
      (line) => line.number > (heard ?? 0) && isTalk(line) && !isOwn(line, state?.seat ?? null),
    ).length;
  }

  /** Mark all chat as read. */
  listen(): void {
    this.heard = this.#number;
  }

  /** Send a request; resolve with the answer, across reconnections. */
  #exchange(wanted: TableRequest): Promise<Reply> {
    const request = { ...wanted, id: requestId() };
    return new Promise((resolve) => {
      this.#waiting.set(request.id, { request, resolve });
      this.#send(request);
    });
  }

  /** Send one action at a time; return null on success, otherwise the refusal. */
  async act(action: ActionRef): Promise<Refused | null> {
    const asked = this.state?.own.asked;
    if (asked === null || asked === undefined || this.busy) return null;
    this.#answering = asked;
    const said = refused(await this.#exchange({ type: "move", action, asked }));
    if (this.#answering === asked) this.#answering = null;
    return said;
  }

  /** Send a request that is either carried out or refused. */
  async request(wanted: TableRequest): Promise<Refused | null> {
    return refused(await this.#exchange(wanted));
  }

  async why(action: ActionRef): Promise<Reason | null> {
    const reply = await this.#exchange({ type: "why", action });
    return reply.type === "reason" ? reply : null;
  }

  async preview(action: ActionRef): Promise<Previewed | null> {
    const reply = await this.#exchange({ type: "preview", action });
    return reply.type === "previewed" ? reply : null;
  }

  /** Return what a text means to the game; null if only people can read it. */
  async understand(text: string): Promise<Understood | null> {
    const reply = await this.#exchange({ type: "understand", text });
    const meant = reply.type === "understood" ? reply : null;
    return meant && meant.actions.length + meant.phrases.length ? meant : null;
  }

  chances = $state(false); // true if a player alone with bots wants to see them

  async hint(): Promise<Hinted | Refused | null> {
    const reply = await this.#exchange({ type: "hint" });
    return reply.type === "hinted" || reply.type === "refused" ? reply : null;
  }

  /** Play in this tab and pause the table's other tabs. */
  takeOver(): void {
    this.twin = false;
    this.#tabs?.postMessage("sleep");
    if (this.link !== "open") this.#open();
  }

  /** Reconnect after logging in or taking a seat. */
  reopen(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#open();
  }

  /** On a device that several people share: show a seat's view, or nobody's. */
  lookAs(seat: number | null): void {
    this.#eyes = seat === null ? "" : String(seat);
    this.hearAnew();
  }

  /** Reload the whole log after muting or unmuting somebody. */
  hearAnew(): void {
    this.#number = 0;
    this.reopen();
  }

  /** Reconnect now. */
  retry(): void {
    this.#wait = FIRST_WAIT;
    this.#retry();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#retry);
    document.removeEventListener("visibilitychange", this.#retry);
    this.#tabs?.close();
    this.#socket?.close();
  }

  #onOtherTab(said: string): void {
    if (said === "hello") {
      if (this.link !== "asleep") this.#tabs?.postMessage("here");
    } else if (said === "here") {
      this.twin = true;
    } else if (said === "sleep") {
      this.link = "asleep";
      clearTimeout(this.#timer);
      this.#socket?.close();
    }
  }

  #retry = (): void => {
    if (this.link === "lost" && document.visibilityState === "visible") this.#open();
  };

  #open(): void {
    clearTimeout(this.#timer);
    if (this.#ended || this.#socket?.readyState === WebSocket.CONNECTING) return;
    if (this.link !== "lost") this.link = "opening";
    const begun = expected(this.id);
    const socket = begun?.socket ?? open(this.id, this.#number, this.language(), this.#eyes);
    const receive = (message: { data: string }) =>
      this.#receive(JSON.parse(message.data) as AnyAnswer);
    this.#socket = socket;
    socket.onmessage = receive;
    socket.onclose = () => this.#lost(socket);
    begun?.heard.forEach(receive);
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket || this.#ended || this.link === "asleep" || this.link === "closed")
      return;
    this.link = "lost";
    this.#timer = window.setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #send(request: AnyRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.link === "open") {
      this.#socket.send(JSON.stringify(request));
    }
  }

  #receive(answer: AnyAnswer): void {
    switch (answer.type) {
      case "welcome":
        this.info = answer.table;
        this.warming = null;
        this.#held = [];
        this.#tell(answer, this.#number > 0);
        this.link = "open";
        this.#wait = FIRST_WAIT;
        for (const { request } of this.#waiting.values()) this.#send(request);
        break;
      case "news":
        this.#held = [...this.#held, answer];
        if (this.#held.length === 1) this.#show();
        if (answer.lines.some(({ what }) => what.kind === "changed")) this.reopen();
        break;
      case "warming":
        this.warming = answer.seats.length ? answer : null;
        break;
      case "unsaved":
        this.unsaved = answer.why;
        break;
      case "bye":
        if (answer.key === "elsewhere") this.#number = 0; // lines may have been removed
        if (!TRANSIENT.has(answer.key)) {
          this.bye = answer;
          this.link = "closed";
        }
        break;
      default:
        this.#answered(answer);
    }
  }

  /** Apply the updates received, each after its events have been shown. */
  #show(): void {
    for (let told = this.#held[0]; told; told = this.#held[0]) {
      const news = told;
      let applied = false;
      const apply = () => {
        if (applied || this.#held[0] !== news) return; // a reconnect has brought this update
        applied = true;
        this.#tell(news, true);
      };
      const seen = this.#held.length > MOST_HELD ? null : this.curtain?.(news, apply);
      const done = () => {
        apply();
        if (this.#held[0] === news) this.#held = this.#held.slice(1);
      };
      if (seen) {
        void seen.then(() => {
          done();
          this.#show();
        });
        return;
      }
      done();
    }
  }

  #answered(reply: Reply): void {
    const asked = reply.id === null ? undefined : this.#waiting.get(reply.id);
    if (!asked || reply.id === null) return;
    this.#waiting.delete(reply.id);
    asked.resolve(reply);
  }

  #tell(told: { number: number; lines: Line[]; state: State; now: number }, moving: boolean): void {
    const fresh = told.lines.filter((line) => line.number > this.#number);
    this.skew = told.now - Date.now();
    this.before = moving ? this.state : null;
    this.state = told.state;
    this.lines = this.#number ? [...this.lines, ...fresh] : fresh;
    this.fresh = moving ? fresh : [];
    this.#number = told.number;
    this.heard ??= told.number; // earlier chat counts as read
    this.beat += 1;
  }
}

function isOwn({ what }: Line, seat: number | null): boolean {
  return (what.kind === "said" || what.kind === "phrased") && seat !== null && what.seat === seat;
}

function refused(reply: Reply): Refused | null {
  return reply.type === "refused" ? reply : null;
}

/** The messages between the page and its worker. */

export type ToWorker =
  | { kind: "start"; engine: string }
  | { kind: "request"; number: number; verb: string; path: string; body: string }
  | { kind: "connect"; number: number; path: string }
  | { kind: "receive"; number: number; text: string }
  | { kind: "close"; number: number };

export type FromWorker =
  | { kind: "answer"; number: number; text: string }
  | { kind: "message"; number: number; text: string }
  | { kind: "progress"; stage: "files" | "start" | "ready"; done: number; of: number }
  | { kind: "failed"; why: string };

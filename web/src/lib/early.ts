/** The socket of a table: opened as soon as its address is known, before its page is loaded. */
import { connect, type Socket } from "./transport";

/** Open the socket of a table, to receive what happened since an event. */
export function open(id: string, since: number, language: string, seat = ""): Socket {
  const where = `/tables/${encodeURIComponent(id)}/socket`;
  return connect(`${where}?since=${since}&language=${language}${seat && `&seat=${seat}`}`);
}

type Message = Parameters<NonNullable<Socket["onmessage"]>>[0];

interface Early {
  id: string;
  socket: Socket;
  heard: Message[]; // received before anybody listened
}
let early: Early | null = null;

/** Open the socket of a table ahead of its page. */
export function expect(id: string, language: string): void {
  const heard: Message[] = [];
  const socket = open(id, 0, language);
  socket.onmessage = (message) => heard.push(message);
  early = { id, socket, heard };
}

/** Hand over the socket that was opened for a table; null if none is still open. */
export function expected(id: string): Early | null {
  const found = early;
  early = null;
  if (found && (found.id !== id || found.socket.readyState > WebSocket.OPEN)) {
    found.socket.close();
    return null;
  }
  return found;
}

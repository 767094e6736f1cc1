/** The socket of a table: opened as soon as its address is known, before its page is loaded. */

/** Open the socket of a table, to hear what happened since. */
export function open(id: string, since: number, language: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const where = `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/socket`;
  return new WebSocket(`${where}?since=${since}&language=${language}`);
}

interface Early {
  id: string;
  socket: WebSocket;
  heard: MessageEvent<string>[]; // before somebody listened
}
let early: Early | null = null;

/** Open the socket of a table that somebody will ask for. */
export function expect(id: string, language: string): void {
  const heard: MessageEvent<string>[] = [];
  const socket = open(id, 0, language);
  socket.onmessage = (message: MessageEvent<string>) => heard.push(message);
  early = { id, socket, heard };
}

/** Return the socket that was opened for a table, once; null if there is none that lives. */
export function expected(id: string): Early | null {
  const found = early;
  early = null;
  if (found && (found.id !== id || found.socket.readyState > WebSocket.OPEN)) {
    found.socket.close();
    return null;
  }
  return found;
}

/** Parses the Markdown of `RULES.md` into blocks; HTML in it is never interpreted. */

export interface Span {
  text: string;
  kind: "plain" | "code" | "strong" | "decision" | "link";
}

export interface Block {
  kind: "title" | "chapter" | "paragraph" | "example" | "table";
  number: string; // the paragraph's number, such as BAT-3.3, if it has one
  spans: Span[];
  rows: Span[][][]; // of a table
}

/** Parse the rules into blocks. */
export function blocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map(block)
    .filter((b) => b.spans.length || b.rows.length);
}

function block(text: string): Block {
  const bare = text.trim();
  if (bare.startsWith("|")) {
    const rows = bare.split("\n").filter((row) => !/^\|[\s|:-]+\|$/.test(row));
    const cells = rows.map((row) =>
      row
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => spans(cell.trim())),
    );
    return { kind: "table", number: "", spans: [], rows: cells };
  }
  const one = bare.replace(/\n>?\s*/g, " ");
  const heading = /^(#+)\s+(.*)$/.exec(one);
  if (heading) {
    const kind = heading[1] === "#" ? "title" : "chapter";
    return { kind, number: "", spans: spans(heading[2] ?? ""), rows: [] };
  }
  if (one.startsWith(">"))
    return { kind: "example", number: "", spans: spans(one.slice(1).trim()), rows: [] };
  const ruled = /^\*\*([A-Z]{3}-[\d.]+)\*\*\s*(.*)$/.exec(one);
  return { kind: "paragraph", number: ruled?.[1] ?? "", spans: spans(ruled?.[2] ?? one), rows: [] };
}

const MARK = /\*\((.+?)\)\*|`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\([^)]*\)|\*(.+?)\*/g;

function spans(text: string): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const mark of text.matchAll(MARK)) {
    if (mark.index > at) found.push({ text: text.slice(at, mark.index), kind: "plain" });
    const [, decision, code, strong, link, em] = mark;
    if (decision) found.push({ text: decision, kind: "decision" });
    else if (code) found.push({ text: code, kind: "code" });
    else found.push({ text: strong ?? link ?? em ?? "", kind: strong ? "strong" : "plain" });
    at = mark.index + mark[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at), kind: "plain" });
  return found;
}

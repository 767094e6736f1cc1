/** Tables in this browser's IndexedDB: a text and a summary for each, written together. */
const NAME = "comptoir";
const TABLES = "tables";
const REVIEWS = "reviews"; // texts by key, which begins with a table's id
const VERSION = 2;

interface Kept {
  id: string;
  number: number; // events
  text: string;
  summary: string;
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) request.result.createObjectStore(TABLES, { keyPath: "id" });
      if (oldVersion < VERSION) request.result.createObjectStore(REVIEWS);
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("indexedDB"));
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** Tables that this browser refuses to store; they are lost with the page. */
const loose = new Map<string, Kept>();

async function found(id: string): Promise<Kept | undefined> {
  const here = loose.get(id);
  if (here) return here;
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = database.transaction(TABLES).objectStore(TABLES).get(id);
    request.onsuccess = () => resolve(request.result as Kept | undefined);
    request.onerror = () => reject(request.error ?? new Error("indexedDB"));
  });
}

export const shelf = {
  /** Store a table; return `stored`, `conflict`, or the name of this browser's error. */
  async put(
    id: string,
    before: number,
    number: number,
    text: string,
    summary: string,
  ): Promise<string> {
    const kept: Kept = { id, number, text, summary };
    try {
      const database = await open();
      const outcome = await new Promise<string>((resolve, reject) => {
        const transaction = database.transaction(TABLES, "readwrite", { durability: "strict" });
        const tables = transaction.objectStore(TABLES);
        let said = "stored";
        const request = tables.get(id);
        request.onsuccess = () => {
          const stored = (request.result as Kept | undefined)?.number ?? 0;
          if (stored !== before && !loose.has(id)) said = "conflict";
          else tables.put(kept);
        };
        transaction.oncomplete = () => resolve(said);
        transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
      });
      if (outcome === "stored") loose.delete(id);
      return outcome;
    } catch (error) {
      loose.set(id, kept);
      return error instanceof DOMException ? error.name : String(error);
    }
  },

  async get(id: string): Promise<string> {
    return (await found(id).catch(() => undefined))?.text ?? "";
  },

  /** Return the summaries of all tables, as JSON. */
  async summaries(): Promise<string[]> {
    const here = [...loose.values()];
    const database = await open().catch(() => null);
    if (!database) return here.map((kept) => kept.summary);
    const all = await new Promise<Kept[]>((resolve, reject) => {
      const request = database.transaction(TABLES).objectStore(TABLES).getAll();
      request.onsuccess = () => resolve(request.result as Kept[]);
      request.onerror = () => reject(request.error ?? new Error("indexedDB"));
    });
    return [...all.filter(({ id }) => !loose.has(id)), ...here].map((kept) => kept.summary);
  },

  async remove(id: string): Promise<void> {
    loose.delete(id);
    const database = await open();
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction([TABLES, REVIEWS], "readwrite");
      transaction.objectStore(TABLES).delete(id);
      transaction.objectStore(REVIEWS).delete(IDBKeyRange.bound(`${id} `, `${id} ~`));
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  },

  /** Store a review; if this browser refuses, it is computed again when needed. */
  async put_review(key: string, text: string): Promise<void> {
    await open().then(
      (database) => database.transaction(REVIEWS, "readwrite").objectStore(REVIEWS).put(text, key),
      () => undefined,
    );
  },

  async get_review(key: string): Promise<string> {
    const database = await open().catch(() => null);
    if (!database) return "";
    return new Promise((resolve) => {
      const request = database.transaction(REVIEWS).objectStore(REVIEWS).get(key);
      request.onsuccess = () => resolve((request.result as string | undefined) ?? "");
      request.onerror = () => resolve("");
    });
  },
};

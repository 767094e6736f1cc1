/**
 * Routing by the address bar, without a library. The static edition is one file for all its
 * pages, so their addresses follow a `#`.
 */
import { send, serverless } from "./transport";

/** The current address, as a server would see it. */
function present(): URL {
  if (!serverless) return new URL(location.href);
  const hash = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
  return new URL(hash, location.origin);
}

/** Return the link to one of our pages. */
export function to(path: string): string {
  return serverless ? `#${path}` : path;
}

class Route {
  path = $state(present().pathname);
  query = $state.raw(present().searchParams);

  constructor() {
    addEventListener("popstate", () => this.read());
  }

  /** The part after a `#` in the address of a page. */
  get anchor(): string {
    return decodeURIComponent(present().hash.slice(1));
  }

  /** Go to another page of the site. */
  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to(path));
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  private read(): void {
    const { pathname, searchParams } = present();
    this.path = pathname;
    this.query = searchParams;
  }
}

export const route = new Route();

/** Attach to links: follow them without reloading the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const named = link.getAttribute("href") ?? "";
  if (serverless && /^#(?!\/)/.test(named)) {
    event.preventDefault(); // it would replace the page's own address
    const there = document.getElementById(named.slice(1));
    there?.scrollIntoView();
    there?.focus();
    return;
  }
  if (link.origin !== location.origin) return;
  if (named.startsWith("/api/tables/local-")) {
    event.preventDefault();
    void save(named.slice("/api".length), link.download);
    return;
  }
  if (link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api")) return;
  if (serverless) {
    if (!named.startsWith("#/")) return;
    event.preventDefault();
    route.go(named.slice(1));
    return;
  }
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}

/** Save an answer of this browser's worker, or show it in a new window. */
async function save(path: string, name: string): Promise<void> {
  const content = await (await send(path)).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  if (name) link.download = name;
  else link.target = "_blank";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

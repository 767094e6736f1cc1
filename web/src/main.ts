import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { expect } from "./lib/early";
import { install } from "./lib/installed";
import { prefs } from "./lib/prefs.svelte";

// A table is begun to load beside the words: it is what people open again and again.
const table = /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1];
if (table) {
  expect(table, prefs.language);
  void import("./pages/Table.svelte").catch(() => undefined);
}
await prefs.load();
mount(App, { target: document.getElementById("app")! });
// Not before the page is there: it loads everything once more, for days without a network.
setTimeout(() => void install(), 3000);

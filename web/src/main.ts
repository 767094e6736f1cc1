import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { expect } from "./lib/early";
import { install } from "./lib/installed";
import { prefs } from "./lib/prefs.svelte";
import { route } from "./lib/route.svelte";
import { serverless } from "./lib/transport";

// Load the table page in parallel with the words: it is the page opened most often.
const table = /^\/t\/([\w-]+)$/.exec(route.path)?.[1];
if (table) {
  expect(table, prefs.language);
  void import("./pages/Table.svelte").catch(() => undefined);
}
await (serverless ? prefs.also("local") : prefs.load());
mount(App, { target: document.getElementById("app")! });
// Only after the page is shown: it downloads everything once more, for offline use.
setTimeout(() => void install(), 3000);

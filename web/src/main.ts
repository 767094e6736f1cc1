import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { install } from "./lib/installed";
import { prefs } from "./lib/prefs.svelte";

// A table is begun to load beside the words: it is what people open again and again.
if (location.pathname.startsWith("/t/")) void import("./pages/Table.svelte").catch(() => undefined);
await prefs.load();
mount(App, { target: document.getElementById("app")! });
// Once the page is there: it is not needed for the first look at it.
addEventListener("load", () => void install());
if (document.readyState === "complete") void install();

import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { prefs } from "./lib/prefs.svelte";

await prefs.load();
mount(App, { target: document.getElementById("app")! });

// Reads {language, messages, names, asked: [[kind, argument], …]} and tells each in words.
import { sentences, sources } from "../../web/src/lib/story.ts";
import { Words } from "../../web/src/lib/words.ts";

let said = "";
for await (const chunk of process.stdin) said += chunk;
const tell = {
  event: (words, event) => words.event(event),
  run: (words, events) => sentences(events, words).join(" "),
  action: (words, action) => words.action(action),
  about: (words, action) => words.about(action),
  sources: (words, [events, seats]) =>
    sources(events, words, seats).map(({ label, points }) => [label, points]),
  say: (words, [key, args]) => words.say(key, args),
};
const told = JSON.parse(said).map(({ language, messages, names, asked }) => {
  const words = new Words(language, messages, names);
  return asked.map(([kind, argument]) => tell[kind](words, argument));
});
process.stdout.write(JSON.stringify(told));

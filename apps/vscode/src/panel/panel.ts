/** The page inside the agent's panel: shows messages as text, posts what the person wants, and knows nothing else. */
import { type FromPanel, LONGEST_PROMPT, type ToPanel } from "../chat/messages.ts";
import type { OfferedChoice } from "../chat/work-choices.ts";

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void };

const editor = acquireVsCodeApi();
const log = byId<HTMLElement>("log");
const form = byId<HTMLFormElement>("ask");
const text = byId<HTMLTextAreaElement>("text");
const work = byId<HTMLSelectElement>("work");
const send = byId<HTMLButtonElement>("send");
const stop = byId<HTMLButtonElement>("stop");
const tour = byId<HTMLButtonElement>("tour");
const clear = byId<HTMLButtonElement>("clear");
let spoken: HTMLElement | null = null;

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function add(kind: string, title: string, body: string): HTMLElement {
  const entry = document.createElement("article");
  entry.className = kind;
  if (title !== "") {
    const head = document.createElement("h3");
    head.textContent = title;
    entry.append(head);
  }
  const words = document.createElement("p");
  words.textContent = body;
  entry.append(words);
  log.append(entry);
  entry.scrollIntoView({ block: "end" });
  return words;
}

function setRunning(isRunning: boolean): void {
  send.hidden = isRunning;
  stop.hidden = !isRunning;
  tour.disabled = isRunning;
  clear.disabled = isRunning;
}

function show(message: ToPanel): void {
  // What adds no entry does not part what is being said.
  if (message.type !== "text" && message.type !== "ready" && message.type !== "unsent") spoken = null;
  switch (message.type) {
    case "ready":
      byId("model").textContent = message.model;
      byId("model").title = message.model;
      tour.hidden = !message.offer;
      fillChoices(message.choices);
      setRunning(message.running);
      break;
    case "cleared":
      log.replaceChildren();
      break;
    case "unsent":
      // Before whatever was typed meanwhile.
      text.value = [message.text, text.value].filter((part) => part !== "").join("\n");
      break;
    case "prompt":
      setRunning(true);
      add("prompt", "You", message.text);
      break;
    case "text":
      spoken ??= add("text", "", "");
      spoken.textContent += message.text;
      spoken.scrollIntoView({ block: "end" });
      break;
    case "tool_call":
      add("call", `${message.tool}`, message.about);
      break;
    case "decision":
      if (message.decision === "allow") add("allowed", "", `${message.tool}: let pass`);
      break;
    case "tool_blocked":
      add("blocked", `Refused: ${message.code}`, `${message.reason}\nThe agent was told: ${message.remedy}`);
      break;
    case "tool_result":
      add(message.failed ? "failed" : "result", message.failed ? `${message.tool} failed` : "", short(message.text));
      break;
    case "approval_waiting":
      add("waiting", "Waits for your answer", message.question);
      break;
    case "approval_answered":
      add("note", "", `${message.tool}: ${message.answer}`);
      break;
    case "note":
      add("note", "", message.text);
      break;
    case "intent":
      add("intent-taken", "", message.id === null ? "works under no intent" : `works under ${message.id}`);
      break;
    case "ended":
      add("ended", "", message.text); // the host says when it is ready for the next
  }
}

function fillChoices(list: readonly OfferedChoice[]): void {
  const chosen = work.value;
  const options = list.map(({ value, label }) => {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = label;
    return option;
  });
  work.replaceChildren(...options);
  work.value = list.some(({ value }) => value === chosen) ? chosen : (list[0]?.value ?? "");
}

function short(body: string): string {
  return body.length > 400 ? `${body.slice(0, 400)} …` : body;
}

window.addEventListener("message", ({ data }: MessageEvent<ToPanel>) => show(data));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (text.value.trim() === "") return;
  if (text.value.length > LONGEST_PROMPT) {
    add("note", "", `That is longer than ${LONGEST_PROMPT.toLocaleString("en")} characters, so it was not sent.`);
    return;
  }
  editor.postMessage({ type: "send", text: text.value, choice: work.value || null });
  text.value = "";
});
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});
// A dialog that came up between two keys would take the second one: the host waits until the hands rest.
text.addEventListener("input", () => editor.postMessage({ type: "typing" }));
stop.addEventListener("click", () => editor.postMessage({ type: "stop" }));
tour.addEventListener("click", () => editor.postMessage({ type: "tour" }));
clear.addEventListener("click", () => editor.postMessage({ type: "clear" }));
editor.postMessage({ type: "hello" });

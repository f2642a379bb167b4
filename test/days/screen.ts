/**
 * A host that has nothing but a screen, on a pseudo terminal. Its own event hooks say when it asks and when it rests; the
 * person answers with keys.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../hosts/driver.ts";
import type { DayStage } from "./day-stage.ts";
import type { NextPrompt, Person } from "./seat.ts";
import { speak } from "./speak.ts";

const LOOK_MS = 100;
/** A screen is drawn first, and listens then. */
const DRAWN_MS = 500;

export interface Screen {
  /** Started with the first prompt. */
  command(prompt: string): Command;
  /** Words of its events. */
  asks: RegExp;
  rests: RegExp;
  keys: { yes: string; no: string };
  person: Person;
  next: NextPrompt;
}

/** The command of a hook that writes down each event, and has nothing to say to it. */
export function noting(folder: string): string {
  const script = join(folder, "note.sh");
  if (!existsSync(script)) {
    writeFileSync(script, `#!/bin/sh\n{ tr -d '\\n'; echo; } >> ${notesIn(folder)}\n`, { mode: 0o755 });
    appendFileSync(notesIn(folder), "");
  }
  return script;
}

function notesIn(folder: string): string {
  return join(folder, "notes.jsonl");
}

export async function workOnScreen(stage: DayStage, screen: Screen): Promise<string> {
  const { asks, rests, keys, person, next } = screen;
  const command = screen.command(next() ?? "");
  const line = [command.program, ...command.args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const pty = ["-qefc", `stty rows 50 cols 160; exec ${line}`, "/dev/null"];
  let typing: string[] = [];
  let answered: string | null = null;
  let noted = 0;
  let quiet = 0;
  const host = speak(stage, { ...command, program: "script", args: pty }, (text) => {
    // Where is the cursor? Whoever has a screen says so.
    if (text.includes("\u001b[6n")) host.say("\u001b[1;1R");
  });
  const prompt = () => {
    const text = next();
    if (text === null) host.end();
    else typing = [text, "\r"];
  };
  const look = setInterval(() => {
    const notes = readFileSync(notesIn(stage.folder), "utf8").split("\n").slice(0, -1);
    const fresh = notes.slice(noted);
    noted = notes.length;
    quiet = fresh.length > 0 ? 0 : quiet + LOOK_MS;
    for (const note of fresh) {
      answered = null;
      if (asks.test(note)) answered = person(note) ? keys.yes : keys.no;
      else if (rests.test(note)) prompt();
    }
    if (quiet === 0 || quiet % DRAWN_MS !== 0) return;
    const typed = typing.shift();
    if (typed !== undefined) host.say(typed);
    else if (answered === keys.yes) host.say(answered);
    // Said once: a second no would be said to the line where prompts are typed.
    else if (answered === keys.no && quiet === 3 * DRAWN_MS) host.say(answered);
    else if (answered === keys.no && quiet === 8 * DRAWN_MS) {
      // A no ends the turn, and nobody says so.
      answered = null;
      prompt();
    }
  }, LOOK_MS);
  try {
    await host.ended;
  } finally {
    clearInterval(look);
  }
  return host.said();
}

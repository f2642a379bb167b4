/** Tells the play on the terminal as it happens. */
import { setTimeout as wait } from "node:timers/promises";
import { visibleText } from "@intentgate/documents";
import { choicesFor, renderApproval } from "@intentgate/gate";
import type { Io } from "../terminal/io.ts";
import type { Audience, Played } from "./play.ts";
import type { Step } from "./story.ts";

const CONTEXT_LINES = 14;
const DIFF_LINES = 14;
const WIDTH = 96;

/** Says nothing: for `--json`. */
export const silent: Audience = { announce: async () => {}, question: async () => {}, outcome: async () => {} };

export function narrator(io: Io, paceMs: number): Audience {
  const { bold, cyan, dim, green, red, yellow } = io.color;
  let isContextShown = false;
  const pause = () => (paceMs > 0 ? wait(paceMs) : Promise.resolve());

  return {
    async announce(step, number) {
      io.print(`\n${dim(String(number).padStart(2))}  ${bold(step.says)}`);
      await pause();
    },
    async question(entry, step) {
      io.print(renderApproval(entry, io.color).replace(/^(?=.)/gm, "    "));
      await pause();
      const choice = choicesFor(entry).find((one) => one.answer === step.person?.answer);
      const reason = step.person?.reason ? `: "${step.person.reason}"` : "";
      io.print(
        `    ${yellow("?")} ${choice ? `${choice.label}${reason}` : "nobody is there"}  ${dim("(answered for you by the demo)")}`,
      );
    },
    async outcome(played) {
      const { step, got, asExpected, ms } = played;
      const sign = got === "allow" ? green("✔") : red("✖");
      const code = got === "allow" ? green("allowed") : red(got);
      const time = `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
      io.print(`    ${sign} ${dim(step.agent)}  ${cyan(step.tool)} ${target(step)}  ${code}  ${dim(time)}`);
      for (const line of details(played)) io.print(`      ${line}`);
      if (!asExpected)
        io.print(
          red(
            `      expected ${step.expect}${step.person ? " after a question" : " without a question"}: this is a fault of the gate`,
          ),
        );
    },
  };

  function details({ answer, got, step }: Played): string[] {
    if (got === "allow") return step.tool === "select_active_intent" ? contextLines(answer.result) : [];
    const lines = wrap(visibleText(answer.refusal?.message ?? got));
    const diff = answer.refusal?.meta.current_diff;
    if (Array.isArray(diff)) lines.push(...diff.slice(0, DIFF_LINES).map((line) => paint(visibleText(String(line)))));
    const remedy = answer.refusal?.meta.remedy;
    return remedy ? [...lines, ...wrap(`→ ${visibleText(remedy)}`).map(dim)] : lines;
  }

  function contextLines(result: unknown): string[] {
    const context = String((result as { context?: unknown } | null)?.context ?? "");
    // Once the rules have been shown, what is new to a later session is what happened since.
    const text = isContextShown ? context.slice(Math.max(0, context.indexOf("<recent_changes>"))) : context;
    isContextShown = true;
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const shown = lines.slice(0, CONTEXT_LINES).map((line) => dim(visibleText(line)));
    return lines.length > CONTEXT_LINES ? [...shown, dim(`… ${lines.length - CONTEXT_LINES} more lines`)] : shown;
  }

  function paint(line: string): string {
    if (line.startsWith("+")) return green(line);
    return line.startsWith("-") ? red(line) : dim(line);
  }
}

function target({ input }: Step): string {
  return String(input.path ?? input.command ?? input.intent_id ?? "");
}

function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** A task as it happens, on a terminal or in a plain text file. */
import { plainLine, visibleText } from "@intentgate/documents";
import type { TaskEvent, Usage } from "../events/events.ts";
import { createTextFlow } from "./text-flow.ts";

export type Paint = Record<"bold" | "cyan" | "dim" | "green" | "red" | "yellow", (text: string) => string>;

export interface Screen {
  write(text: string): void;
  columns(): number;
  /** Whether a line may be taken back. */
  isTerminal: boolean;
  color: Paint;
}

const WIDEST = 100;

export function createLiveView(screen: Screen): { hear(event: TaskEvent): void } {
  const { bold, cyan, dim, green, red, yellow } = screen.color;
  const width = () => Math.max(40, Math.min(screen.columns(), WIDEST));
  let status = "";
  let total: Usage = { inputTokens: 0, outputTokens: 0 };
  let turns = 0;
  let speaks = false;
  const flow = createTextFlow(
    (text) => {
      clearStatus();
      screen.write(text);
    },
    () => width() - 1,
  );

  /** One line that gives way to whatever comes next. */
  function showStatus(text: string): void {
    if (!screen.isTerminal || flow.isOpen()) return;
    clearStatus();
    status = clipped(text, width() - 1);
    screen.write(dim(status));
  }
  function clearStatus(): void {
    if (status !== "") screen.write("\r\u001b[2K");
    status = "";
  }
  function line(text: string): void {
    flow.end();
    clearStatus();
    screen.write(`${text}\n`);
  }
  /** Indented, broken between words; every line painted alike. */
  function paragraph(indent: number, text: string, paint: (text: string) => string, first = ""): void {
    const lines = wrapped(
      text
        .split("\n")
        .map((one) => visibleText(one))
        .join(" "),
      width() - indent - 1 - first.length,
    );
    lines.forEach((one, at) => {
      line(`${" ".repeat(indent)}${at === 0 ? first : " ".repeat(first.length)}${paint(one)}`);
    });
  }

  return {
    hear(event) {
      switch (event.type) {
        case "started":
          line(`${bold(clipped(visibleText(event.prompt.split("\n")[0] ?? ""), width() - 1))}`);
          line(dim(clipped(visibleText(`${event.model} in ${event.root}`), width() - 1)));
          line(dim(event.intent === null ? "no intent yet" : `under ${event.intent}, bound by you`));
          return;
        case "turn":
          turns = event.turn;
          speaks = false;
          return showStatus("the model thinks …");
        case "text_delta":
          if (!speaks) line("");
          speaks = true;
          return flow.write(event.text);
        case "retry":
          flow.end();
          line(yellow(clipped(`  ↻ ${visibleText(event.reason)}`, width() - 1)));
          return line(dim(`    asking again in ${seconds(event.waitMs)}`));
        case "tool_call": {
          const name = clipped(visibleText(event.tool), 40);
          const room = width() - name.length - 6;
          line(`  ${cyan(name)} ${callLine(event.input, Math.max(10, room))}`.trimEnd());
          return;
        }
        case "progress":
          if (event.phase === "execute") showStatus(`    ${event.tool} ran; looking at what changed …`);
          return;
        case "decision":
          if (event.decision === "allow") showStatus(`    ${event.tool} runs …`);
          return;
        case "tool_blocked":
          line(`    ${red("✖")} ${red(event.refusal.code)}`);
          paragraph(6, event.reason, (text) => text);
          return paragraph(6, event.refusal.meta.remedy, dim, "→ ");
        case "tool_result": {
          const words = clipped(visibleText(resultWords(event.result).split("\n")[0] ?? ""), width() - 18);
          const sign = event.failed ? `${yellow("!")} ${yellow("failed")}` : `${green("✔")} allowed`;
          line(`    ${sign}${words === "" ? "" : dim(`  ${words}`)}`);
          for (const one of outputLines(event.result, width() - 7)) line(`      ${dim(one)}`);
          return;
        }
        case "approval_waiting":
          clearStatus();
          if (event.where === "inbox") line(yellow("    ? waits for an answer: `intentgate approvals`, or the page"));
          return;
        case "approval_answered":
          return line(dim(`    ${event.answer}${event.by === null ? "" : ` by ${visibleText(event.by)}`}`));
        case "message":
          return paragraph(4, event.text, event.kind === "violation" ? red : dim, sign(event.kind, event.from));
        case "suggestion": {
          const { abilities, documents } = event.suggestions;
          const names = [...abilities.map((one) => one.id), ...documents.map((one) => one.path)];
          return paragraph(2, `suggested: ${names.join(", ")}`, dim);
        }
        case "intent":
          return line(
            event.intent === null
              ? dim("  ○ works under no intent")
              : `  ${green("●")} works under ${bold(event.intent)}`,
          );
        case "usage":
          total = event.total;
          return;
        case "ended":
          return ended(event);
      }
    },
  };

  function ended({ reason, message }: Extract<TaskEvent, { type: "ended" }>): void {
    flow.end();
    clearStatus();
    const isGood = reason === "done" || reason === "completed";
    screen.write("\n");
    paragraph(0, message, (text) => text, `${isGood ? "✔" : "✖"} `);
    const tokens = total.inputTokens + total.outputTokens;
    line(dim(`  ${turns} ${turns === 1 ? "turn" : "turns"}, ${tokens.toLocaleString("en")} tokens`));
  }
}

function sign(kind: string, from: string): string {
  if (kind === "violation") return "! ";
  return kind === "warning" ? `⚠ ${visibleText(from)}: ` : `ℹ ${visibleText(from)}: `;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  const flow = createTextFlow(
    (piece) => {
      if (piece === "\n") lines.push("");
      else lines[Math.max(0, lines.length - 1)] = `${lines.at(-1) ?? ""}${piece}`;
    },
    () => width,
  );
  flow.write(text);
  flow.end();
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** What a person wants to know of an input, in the order of interest. */
const TELLING = ["path", "command", "intent_id", "query", "pattern", "regex", "name", "lesson", "tool_name", "result"];

/** A call, and what came of it, in a few words. */
function callLine(input: unknown, width: number): string {
  const fields = (typeof input === "object" && input !== null ? input : {}) as Record<string, unknown>;
  const name = TELLING.find((one) => typeof fields[one] === "string" && fields[one] !== "");
  if (name !== undefined) return plainLine(String(fields[name]), width);
  const globs = fields.additional_globs;
  if (Array.isArray(globs)) return plainLine(globs.join(", "), width);
  const patch = /^\*\*\* (?:Add|Update|Delete) File: (.{1,400})$/m.exec(String(fields.patch ?? "").slice(0, 10_000));
  return patch?.[1] === undefined ? "" : plainLine(patch[1], width);
}

const OUTPUT_LINES = 6;

/** The end of a command's output; else nothing: what was read or written is in the files. */
function outputLines(result: unknown, width: number): string[] {
  const { stdout, stderr, exit_code } = (typeof result === "object" && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  if (exit_code === undefined) return [];
  const text = [stdout, stderr].filter((part) => typeof part === "string" && part.trim() !== "").join("\n");
  const lines = text.slice(-20_000).trimEnd().split("\n");
  const last = lines.slice(-OUTPUT_LINES).map((line) => clipped(visibleText(line), width));
  return lines.length > OUTPUT_LINES ? [`… ${lines.length - OUTPUT_LINES} lines before`, ...last] : last;
}

function clipped(text: string, width: number): string {
  const characters = [...text.replaceAll("\t", "  ")];
  return characters.length <= width ? characters.join("") : `${characters.slice(0, width - 1).join("")}…`;
}

/** What to say of a result in two or three words. */
function resultWords(result: unknown): string {
  const { error, exit_code, content, intent, files } = (
    typeof result === "object" && result !== null ? result : {}
  ) as Record<string, unknown>;
  if (typeof error === "string") return error;
  if (typeof exit_code === "number") return `exit code ${exit_code}`;
  const id = (intent as { id?: unknown } | undefined)?.id;
  if (typeof id === "string") return `${id} is taken`;
  if (typeof content === "string") {
    const count = content === "" ? 0 : content.trimEnd().split("\n").length;
    return count === 1 ? "1 line" : `${count} lines`;
  }
  return Array.isArray(files) ? `${files.length} ${files.length === 1 ? "file" : "files"}` : "";
}

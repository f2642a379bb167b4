/** A module handler: a default export that is given the event and returns the result. */
import { isUtf8 } from "node:buffer";
import { plainLine } from "@intentgate/documents";
import { runProcess } from "@intentgate/world";
import { named, unusable, whyNotStarted } from "./find-program.ts";
import { answerBytes, type HandlerCall, type HandlerOutcome, noteBytes } from "./handler.ts";
import { ANSWERED, BROKEN, moduleHostArguments } from "./module-host.ts";
import { type ModuleFiles, readModule, type Stripped } from "./module-sources.ts";
import { because, failed, type ProcessParts, whyStopped, withLeft } from "./run-script.ts";

export interface ModuleParts extends ProcessParts {
  strip: (text: string, file: string) => Promise<Stripped>;
}

export async function runModule(call: HandlerCall, parts: ModuleParts): Promise<HandlerOutcome> {
  const { command, files, timeout_ms } = call.handler;
  const module = readModule(call.root, command, files, parts.strip);
  if (!module.ok) return failed(module, "");
  const end = await runProcess(
    {
      file: process.execPath,
      args: moduleHostArguments,
      cwd: call.root,
      environment: { ...parts.environment, ...asNode },
      mark: parts.mark,
      reapers: parts.reapers,
      // Types are removed while the process starts.
      input: inputOf(call, module),
      answersOn: 3,
      mostBytes: answerBytes + ANSWERED.length,
      noteBytes,
      timeoutMs: timeout_ms,
    },
    parts.together,
  );
  if (end.kind === "not_started") {
    const node = { file: process.execPath, args: [], name: process.execPath, kind: "path" as const };
    return failed(whyNotStarted(call.root, node, end.code), "");
  }
  const stopped = whyStopped(end, command, timeout_ms);
  if (stopped) return failed(stopped, end.notes);
  const notes = withLeft(end);
  const broken = (what: string) => failed(unusable("broken", `${named(command)}: ${what}`, ""), notes);
  if (!isUtf8(end.answer)) return broken("its answer is not UTF-8");
  const answer = end.answer.toString("utf8");
  if (answer.startsWith(BROKEN)) return broken(plainLine(answer.slice(BROKEN.length), 500));
  if (answer.startsWith(ANSWERED)) return { kind: "answered", stdout: answer.slice(ANSWERED.length), stderr: notes };
  const how = end.signal ?? `exit code ${end.exitCode}`;
  return broken(`it ended without an answer (${how})${because(end.notes)}`);
}

/** In an editor this program is not run by node itself. */
const asNode: Record<string, string> = process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" };

async function inputOf(call: HandlerCall, { entry, sources }: ModuleFiles): Promise<string> {
  const event = JSON.parse(call.input) as Record<string, unknown>;
  const context = { ...event, repository_root: event.repository_root ?? call.root };
  return JSON.stringify({ root: call.root, entry, sources: await sources(), context });
}

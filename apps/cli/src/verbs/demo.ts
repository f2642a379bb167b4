/** Scripted agents work through the real gate, in a temporary repository with a state folder of its own. */
import { rmSync } from "node:fs";
import { EVERY_RECORD, findRecords } from "@intentgate/blame";
import type { Workspace } from "@intentgate/gate";
import { checkLedger, intentMapOf, recordedHostsAt, stateDir } from "@intentgate/sidecar";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { lookAround } from "../demo/look-around.ts";
import { narrator, silent } from "../demo/narrator.ts";
import { plantShop } from "../demo/plant-shop.ts";
import { faultsOf, openStage, type Played } from "../demo/play.ts";
import { story } from "../demo/story.ts";
import type { Io } from "../terminal/io.ts";
import { recordTable } from "../trace/render-record.ts";
import { renderCheck } from "../trace/verify.ts";
import { refuseAgents } from "../workspace/workspace-here.ts";
import { renderMapped } from "./map.ts";

const PACE_MS = 250;

export const verb: Verb = {
  name: "demo",
  usage: ["[--fast] [--remove]", "--page [--port N]"],
  options: {
    page: flag("show it on the page, in your browser; without a terminal it is told as ever"),
    port: text("N", "the page's port; by default any that is free"),
    fast: flag("do not pause between the steps"),
    remove: flag("remove the workspace afterwards instead of leaving it to be looked at"),
  },
  examples: {
    "intentgate demo": "every kind of decision, with the reason and the time it took",
    "intentgate demo --page": "the same on the page, with agents at work and a call that waits for you",
    "intentgate demo --json": "the same as a self-test: exit code 1 when the gate decided otherwise than it should",
  },
  notes: [
    "Nothing is played back: the calls go through the same gate that guards your repository, in a temporary folder with its own state. Only the questions are answered for you.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseWith(io, "BAD_INPUT", "demo takes no words", "Run `intentgate demo`.");
  if (args.flag("page")) {
    const no = refuseAgents({ hosts: recordedHostsAt(io.cwd, stateDir(io.env)) }, io, "demo --page");
    if (no !== null) return no;
    if (io.isTerminal && !io.json) {
      const { showPage } = await import("../demo/show-page.ts");
      const port = args.text("port");
      return showPage(io, ["--open", ...(port === undefined ? [] : ["--port", port])]);
    }
  }
  const { place, folder, stateDir: state, inGit } = await plantShop();
  const { workspace, play } = openStage(folder, state, { asks: "script" });
  if (!io.json) opening(io, workspace, inGit);
  const audience = io.json ? silent : narrator(io, io.isTerminal && !args.flag("fast") ? PACE_MS : 0);
  const played = await play(story, audience);
  const stays = !args.flag("remove");
  const faults = await closing(io, workspace, played, stays ? folder : null);
  if (!stays && faults.length === 0) rmSync(place, { recursive: true, force: true });
  return faults.length === 0 ? exitCodes.done : exitCodes.failed;
}

function opening(io: Io, workspace: Workspace, inGit: boolean): void {
  const { bold, cyan, dim } = io.color;
  const rules = workspace.home.rules();
  const intent = rules.ok ? rules.value.intents.get("INT-001") : undefined;
  io.print(`${bold("No change without an intent.")} Scripted agents work through the real gate.`);
  io.print(`  ${dim("workspace")}  ${workspace.home.root}${inGit ? "" : dim("  (without git: there is none here)")}`);
  io.print(`  ${dim("intent")}     ${cyan(intent?.id ?? "none")} ${intent?.name ?? ""}`);
  io.print(`  ${dim("scope")}      ${intent?.owned_scope.join(", ") ?? ""}`);
}

async function closing(
  io: Io,
  workspace: Workspace,
  played: readonly Played[],
  left: string | null,
): Promise<string[]> {
  const records = findRecords(workspace.blame().reader(), EVERY_RECORD, 100);
  const check = await checkLedger(workspace.home);
  const map = intentMapOf(workspace.home);
  const faults = faultsOf(played, workspace, check);
  const { bold, green, red } = io.color;
  if (io.json) {
    const steps = played.map(({ step, got, asExpected, asked, ms, answer }) => ({
      says: step.says,
      session: step.agent,
      tool: step.tool,
      expected: step.expect,
      got,
      as_expected: asExpected,
      asked: asked !== null,
      ms: Math.round(ms * 10) / 10,
      invocation_id: answer.invocationId,
    }));
    io.printJson({ ok: faults.length === 0, faults, steps, records, verify: check, map, workspace: left });
    return faults;
  }
  io.print(`\n${bold("The ledger")}`);
  for (const line of recordTable(records, io.color)) io.print(`  ${line}`);
  io.print(`\n${renderCheck(check, io.color)}`);
  io.print(`\n${bold("The intent map")}`);
  for (const intent of map) io.print(renderMapped(intent, io.color).replace(/^/gm, "  "));
  const stopped = played.filter((one) => one.got !== "allow").length;
  io.print(
    faults.length === 0
      ? `\n${green("✔")} ${played.length} calls, ${stopped} of them refused, every decision as it should be.`
      : `\n${red("✖")} The gate did not decide as it should:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
  );
  if (left !== null) lookAround(io, left);
  return faults;
}

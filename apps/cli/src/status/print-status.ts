/** The page of `intentgate status`. */
import { formatProblem } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { intentStatuses } from "@intentgate/policy";
import { ELSEWHERE } from "@intentgate/sidecar";
import { UNCONTAINED } from "../doctor/agents.ts";
import { paintStatus, scopeText } from "../intent/list-intents.ts";
import { columns, factLines } from "../terminal/columns.ts";
import { ago, duration, localTime } from "../terminal/elapsed.ts";
import { shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { sessionRow } from "../terminal/session-row.ts";
import { personName } from "../workspace/workspace-here.ts";
import type { Status } from "./read-status.ts";

const MOST = 10;

export function printStatus(status: Status, workspace: Workspace, io: Io): void {
  const { bold, dim, red, yellow } = io.color;
  const now = workspace.now();
  const facts = (name: string, values: readonly string[]) => {
    for (const line of factLines(name, values, io.color)) io.print(line);
  };
  io.print(
    `${bold(status.root)}${status.shared_from ? dim(`  worktree; shares the sidecar of ${status.shared_from}`) : ""}`,
  );
  for (const it of status.problems) io.print(red(formatProblem(it)));
  if (status.problems.length > 0) io.print(red("Every change through the gate is refused until this is mended."));
  if (status.problems.some((it) => it.code === "SIDECAR_MISSING")) return;
  if (status.paused) {
    const left = duration(Date.parse(status.paused.until) - now.getTime());
    io.print(
      yellow(
        bold(
          `PAUSED until ${localTime(status.paused.until)} (${left}) by ${oneLine(status.paused.by, 40)}: nothing is refused but control files`,
        ),
      ),
    );
  }
  if (status.mode === "observe")
    io.print(
      yellow(
        bold("OBSERVE MODE: nothing is refused but control files; `intentgate report` shows what would have been"),
      ),
    );
  if (status.agents.length === 0) io.print(yellow(bold("NO GATE HERE: no agent's settings name it")));
  if (!status.registered) facts("", [yellow("This user never registered this root: `intentgate init`")]);
  if (status.elsewhere) facts("", [yellow(ELSEWHERE)]);
  facts("mode", [modeLine(status)]);
  facts("agents", agentLines(status, io));
  if (!status.contained) facts("", [dim(UNCONTAINED)]);
  facts("intents", intentLines(status, io));
  facts("sessions", sessionLines(status, workspace, io));
  facts(
    "waiting",
    [
      ...status.approvals.map((one) =>
        yellow(
          `${shortId(one.id)}  ${oneLine(one.tool, 40)} of ${oneLine(one.session, 40)}, ${ago(one.opened_at, now)}`,
        ),
      ),
      ...(status.approvals.length > 0 ? [dim("answer with `intentgate approvals`")] : []),
      ...(status.held.length > 0
        ? [yellow(`${status.held.join(", ")}: changed by a program`), dim("decide with `intentgate trust`")]
        : []),
    ].slice(0, MOST * 2),
  );
  facts("last calls", callLines(status, io));
}

function modeLine({ mode, policy }: Status): string {
  if (policy.state === "broken") return "policy.yaml is broken";
  const approval = policy.approval_mode ? `, approvals ${policy.approval_mode}` : "";
  const commands = policy.commands > 0 ? `, ${count(policy.commands, "command")} declared` : "";
  return `${mode}${approval}${commands}${policy.state === "defaults" ? " (no policy.yaml: the defaults hold)" : ""}`;
}

/** Who is not gated stands first: whatever else is told here is not told of it. */
function agentLines({ agents }: Status, io: Io): string[] {
  const { bold, dim, green, red, yellow } = io.color;
  if (agents.length === 0) return [yellow("none is set up here: `intentgate init`")];
  const isOpen = ({ answer }: AgentRow) => answer === "NOT GATED HERE";
  const rows = [...agents.filter(isOpen), ...agents.filter((one) => !isOpen(one))];
  return rows.flatMap((one) => {
    const name = one.version === null ? one.title : `${one.title} ${one.version}`;
    if (!isOpen(one)) return [`${name}: ${one.proved_at === null ? one.answer : green(one.answer)}`];
    const [first] = one.reasons;
    return [`${name}: ${(one.set_up ? red : yellow)(bold(one.answer))}`, `  ${first?.why}`, dim(`  ${first?.remedy}`)];
  });
}

type AgentRow = Status["agents"][number];

function intentLines({ intents }: Status, io: Io): string[] {
  const { bold, dim } = io.color;
  if (intents === null) return ["cannot be read"];
  const words: Record<string, string> = {
    PENDING: "pending",
    IN_PROGRESS: "in progress",
    BLOCKED: "blocked",
    COMPLETE: "complete",
    archived: "archived",
  };
  const counted = [...intentStatuses, "archived"]
    .filter((status) => intents.counts[status])
    .map((status) => `${intents.counts[status]} ${words[status]}`);
  if (counted.length === 0) return ['none yet: `intentgate intent new --name "…" --scope "src/**"`'];
  const rows = intents.open
    .slice(0, MOST)
    .map((one) => [one.id, one.status, oneLine(one.name, 44), scopeText(one.owned_scope, 50)]);
  const layout = [{ paint: bold }, { paint: (text: string) => paintStatus(text, io.color) }, {}, { paint: dim }];
  const more =
    intents.open.length > MOST ? [dim(`… ${intents.open.length - MOST} more: \`intentgate intent list\``)] : [];
  return [counted.join(", "), ...columns(rows, layout), ...more];
}

function sessionLines(status: Status, workspace: Workspace, io: Io): string[] {
  const { bold, cyan, dim, yellow } = io.color;
  const live = status.sessions;
  if (live.length === 0) return ["none at work"];
  const rows = live
    .slice(0, MOST)
    .map((one) => sessionRow(workspace.home.store.sessions.read(one.id), workspace, personName(io)))
    .map((row, at) => [...row.slice(0, -1), floorNote(live[at]?.floor === true, row.at(-1) ?? "")]);
  const more = live.length > MOST ? [dim(`… ${live.length - MOST} more: \`intentgate session list\``)] : [];
  return [...columns(rows, [{ paint: bold }, { paint: cyan }, { paint: dim }, { paint: yellow }]), ...more];
}

function floorNote(isOnFloor: boolean, notes: string): string {
  return [isOnFloor ? "on a floor" : "no floor", notes].filter((one) => one !== "").join("; ");
}

function callLines({ last_calls }: Status, io: Io): string[] {
  const { dim, green, red, yellow } = io.color;
  if (last_calls.length === 0) return ["none yet"];
  const paint = (text: string) =>
    text.startsWith("denied") || text.startsWith("failed")
      ? red(text)
      : text.startsWith("would")
        ? yellow(text)
        : green(text);
  const rows = last_calls.map((call) => [
    localTime(call.timestamp),
    oneLine(call.tool, 30),
    resultOf(call),
    oneLine(call.session, 30),
  ]);
  return columns(rows, [{ paint: dim }, {}, { paint }, { paint: dim }]);
}

function resultOf({ outcome, code, would_deny }: Status["last_calls"][number]): string {
  if (outcome === "denied") return `denied ${code ?? ""}`.trim();
  if (would_deny.length > 0) return code ? `would be denied ${code}` : "would ask you";
  return outcome;
}

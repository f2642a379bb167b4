/** What the canaries have shown, in words and as data. */
import type { Gated, LiveHost, Silence } from "@intentgate/hosts";
import type { Standing } from "../hosts/host-standing.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import type { BoxProof } from "./box-trial.ts";
import type { Found } from "./find-program.ts";
import type { Verdict } from "./judge.ts";

export type Trial = Found & { standing: Standing; live: LiveHost };

export type Tried = Trial & {
  verdict: Verdict;
  ms: number;
  /** After it was tried. */
  gated: Gated;
};

/** What a trial shows of no host. */
const cannotProve: readonly string[] = [
  "sessions that a person types in: only a run without a person was tried",
  "other versions of the program than the one that was started",
  "runs with flags or variables that leave hooks out (`--bare`, `--pure`, another home folder)",
  "your own environment: the run saw only the path, the language and the time zone of it",
  "other tools than those that write a file and run a command, and other events than those around a call",
];

export function showPlan(trials: readonly Trial[], root: string, withinMs: number, io: Io): void {
  const { bold, dim } = io.color;
  io.print(`This starts, one after the other, in ${bold(root)}:\n`);
  const rows = trials.map(({ standing, program }) => [standing.host.title, program ?? ""]);
  for (const line of columns(rows, [{ paint: bold }, { paint: dim }])) io.print(`  ${line}`);
  io.print(
    `\nEach gets a made-up key and a model on this machine that asks for one write, which the gate must refuse, and, where commands run in the box, for a few that leave nothing. Your keys and accounts stay where they are, nothing is sent anywhere else, and each is ended after ${withinMs / 1_000} s at the latest. These calls will be among your decisions, with the word canary in the path.\n`,
  );
}

export function tellLive(tried: readonly Tried[], io: Io): void {
  const { bold, dim, green, red, yellow } = io.color;
  const signs = { denied: green("✔"), ran: red("✖"), unproved: red("✖"), untried: yellow("!") };
  const width = Math.max(...tried.map(({ standing }) => standing.host.title.length));
  io.print("");
  for (const one of tried) {
    const { standing, verdict } = one;
    // What the trial did not load may take our hooks away: a call that was denied there proves nothing.
    const isDoubted = verdict.kind === "denied" && reasonsOf(one).length > 0;
    const sign = isDoubted ? red("✖") : signs[verdict.kind];
    const told = isDoubted ? `NOT GATED HERE, although in the trial it was ${sentence(one)}` : sentence(one);
    io.print(`${sign} ${bold(standing.host.title.padEnd(width))}  ${told}`);
    const indent = " ".repeat(width + 4);
    if (verdict.kind === "denied")
      for (const line of boxLines(standing.host.name, verdict.box)) io.print(`${indent}${line}`);
    for (const { why, where, remedy } of reasonsOf(one)) {
      io.print(`${indent}${why} ${dim(`(${where})`)}`);
      io.print(`${indent}${bold("→")} ${remedy}`);
    }
    const step = nextStep(one);
    if (step !== null) io.print(`${indent}${bold("→")} ${step}`);
  }
  io.print(dim("\nWhat this cannot prove:"));
  const differs = tried.flatMap(({ live, standing, program }) =>
    program === null ? [] : live.differs.map((line) => `${standing.host.title}: ${line}`),
  );
  for (const line of [...cannotProve, ...differs]) io.print(dim(`  - ${line}`));
}

function boxLines(name: string, box: BoxProof): string[] {
  switch (box.kind) {
    case "proved":
      return [`commands run in the box; one outside is seen${box.rule ? "; its own deny rule acts" : ""}`];
    case "failed":
      return [
        `commands do NOT run in the box: ${box.why}. What cannot be read asks from now on`,
        `See what rewrites or drops its commands (another hook, an old version), then \`intentgate doctor --live --host ${name}\`.`,
      ];
    case "untried":
      return [`commands run as without a box: ${box.why}`];
  }
}

function reasonsOf({ gated }: Pick<Tried, "gated">): readonly Silence[] {
  return gated.answer === "NOT GATED HERE" ? gated.reasons : [];
}

/** For those whose files give no reason. */
function nextStep({ verdict, gated, standing }: Tried): string | null {
  if (verdict.kind === "denied" || reasonsOf({ gated }).length > 0) return null;
  if (verdict.kind === "untried") return "Install it, or leave it out: `--host NAME` chooses.";
  const { title, name } = standing.host;
  return `Start ${title} in this folder and look at its list of hooks; then \`intentgate init --host ${name}\`.`;
}

function sentence({ verdict, ms }: Pick<Tried, "verdict" | "ms">): string {
  switch (verdict.kind) {
    case "denied": {
      const reading = verdict.modelReadWhy ? "the model read why" : "the model did not get to read why";
      return `denied: ${verdict.code ?? "no code"}, no file, ${reading} (${(ms / 1_000).toFixed(1)} s)`;
    }
    case "ran":
      return verdict.decided === null
        ? "RAN: no hook asked the gate, and the file was written. It has been removed again"
        : `RAN although the gate said ${verdict.decided}. The file has been removed again`;
    case "unproved":
      return `not proved: ${verdict.why}`;
    case "untried":
      return `not tried: ${verdict.why}`;
  }
}

export function liveData(root: string, tried: readonly Tried[]) {
  return {
    root,
    hosts: tried.map(({ standing, program, verdict, gated, ms, live }) => ({
      host: standing.host.name,
      program,
      verdict: verdict.kind,
      says: sentence({ verdict, ms }),
      ...(verdict.kind === "denied"
        ? {
            code: verdict.code,
            session: verdict.session,
            invocation_id: verdict.invocation,
            told: verdict.modelReadWhy,
            box: verdict.box,
          }
        : {}),
      ms,
      answer: gated.answer,
      findings: reasonsOf({ gated }).map(({ where, why, remedy }) => ({ file: where, why, remedy })),
      differs: live.differs,
    })),
    cannot_prove: cannotProve,
  };
}

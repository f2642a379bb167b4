/** Runs as another user: runs one command in its box, applies what is let through, and tells of it. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { judgeAgain, judgeChanges, planCopies, prepareRun, probeBox, replayRuns, unitOf } from "@intentgate/box";

interface Order {
  root: string;
  state: string;
  script: string;
  cwd?: string;
  scope: string;
  apply: boolean;
  isInstall?: boolean;
  isReadOnly?: boolean;
  isBound?: boolean;
  /** Works on copies; the folders that the scope may cover below. */
  onCopies?: string;
  movable?: string[];
  movesTree?: boolean;
  unkept?: string[];
  secret?: string[];
  foreseen?: string[];
  mostDeleted?: number;
  declared?: string;
  meanwhile?: string;
  processes?: number;
  laidBy?: "bubblewrap";
  env?: Record<string, string>;
}

const steers = (path: string) => /(^|\/)\.(claude|orchestration|git)(\/|$)/.test(path);
const order = JSON.parse(readFileSync(0, "utf8")) as Order | { replay: string } | { probe: string };

if ("probe" in order) process.stdout.write(JSON.stringify(await probeBox(order.probe)));
else if ("replay" in order) process.stdout.write(JSON.stringify(await replayRuns(order.replay)));
else {
  const { root, state, script, scope } = order;
  const planned =
    order.onCopies === undefined
      ? null
      : planCopies(root, {
          mayCoverBelow: (folder) => new RegExp(order.onCopies ?? "").test(folder),
          isControl: (path) => steers(path),
        });
  if (planned?.can === false) {
    process.stdout.write(JSON.stringify({ planned: planned.why }));
    process.exit();
  }
  const run = prepareRun(["bash", "-c", script], {
    kind: order.isBound === true ? "bound" : order.isReadOnly === true ? "read-only" : "rehearsed",
    network: { kind: "none" },
    root,
    cwd: order.cwd ?? root,
    state,
    hidden: [],
    env: { ...process.env, ...order.env },
    caches: order.isInstall === true ? [".npm/_cacache"] : [],
    movable: order.movable ?? [],
    movesTree: order.movesTree === true,
    ...(order.processes === undefined ? {} : { processes: order.processes }),
    ...(order.laidBy === undefined ? {} : { laidBy: order.laidBy }),
    ...(planned === null ? {} : { laidBy: planned.copies }),
  });
  const [program, ...rest] = run.words;
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"], env: run.env });
  const heard: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (some: Buffer) => void heard.push(some));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const code = await new Promise<number>((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 128));
  });
  const rehearsal = run.finish(code);
  const first = judgeChanges(rehearsal.changes, {
    root,
    controlReason: (path) => (steers(path) ? "steers" : null),
    isInScope: (path) => new RegExp(scope).test(path),
    needsYes: () => false,
    isDeclared: (path) => order.declared !== undefined && new RegExp(order.declared).test(path),
    ignored: rehearsal.ignored,
    idleRules: rehearsal.idleRules,
    environments: rehearsal.environments,
    unkept: new Set(order.unkept ?? []),
    bringsSecret: (path) => order.secret?.includes(path) === true,
    isForeseen: (path) => order.foreseen?.includes(path) === true,
    mostDeleted: order.mostDeleted ?? Number.POSITIVE_INFINITY,
    committed: rehearsal.committed?.paths ?? null,
    moved: rehearsal.moved,
    lostRefs: rehearsal.lostRefs,
    linkAt: rehearsal.linkAt,
    modules: rehearsal.modules,
    isInstall: order.isInstall === true,
  });
  // Somebody at work between the end of the command and the application.
  if (order.meanwhile !== undefined) spawnSync("bash", ["-c", order.meanwhile], { cwd: root });
  const { failed, ...meanwhile } = !order.apply
    ? { failed: [], contested: [], withheld: [] }
    : await rehearsal.apply(
        first.flatMap(({ change, verdict }) => (verdict.becomes === "applied" ? [change] : [])),
        unitOf(first),
      );
  const judged = judgeAgain(first, meanwhile);
  const { back: scratch, left } = order.apply ? rehearsal.keepScratch(steers) : { back: [], left: [] };
  await run.discard();
  const verdicts = judged.map(({ change, verdict }) => [change.does, change.path, verdict.becomes, verdict.because]);
  const { ended, unreadable, lost } = rehearsal;
  process.stdout.write(
    JSON.stringify({
      ended,
      verdicts,
      failed,
      unreadable,
      lost,
      scratch,
      left,
      lostRefs: rehearsal.lostRefs,
      committed: rehearsal.committed?.paths ?? null,
      output: Buffer.concat(heard).toString(),
    }),
  );
}

/**
 * What share of the command lines that real agents sent runs without a question inside an intent:
 * `npm run score:commands -- CLONES [--half open|set-aside] [--list box|copies|bare] [--rows FILE]…`. CLONES holds the
 * repositories of `command-sources.ts` as `owner+name/repo` or `owner/name`. Nothing of theirs is run. FILE: labelled
 * command lines, one JSON a line, which must not pass beside those kept here.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { classifyShell } from "@intentgate/shell";
import { classes } from "../test/shell/classes.ts";
import { type AgentCommand, agentCommands, type CommandSource, halfOf, sampleOf } from "./agent-commands.ts";
import { commandSources } from "./command-sources.ts";
import { layPlace, machines, type Supposed, supposeProject, type Verdict } from "./suppose-commands.ts";

const COUNT = 2000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: "string" }, list: { type: "string" }, rows: { type: "string", multiple: true } },
});
const clones = positionals[0] ?? "";
if (clones === "") {
  process.stderr.write("usage: npm run score:commands -- CLONES [--half NAME] [--list MACHINE] [--rows FILE]…\n");
  process.exit(2);
}

const say = (line = ""): void => void process.stdout.write(`${line}\n`);
const share = (part: number, whole: number): string => (whole === 0 ? "none" : (part / whole).toFixed(3));
const { place, home, temp } = layPlace();

interface Judged extends AgentCommand {
  source: string;
  half: string;
  verdicts: Record<string, Verdict>;
}

const judged: Judged[] = [];
for (const source of commandSources) {
  const { all, absent } = agentCommands(cloneOf(source.repository), source);
  const project = supposeProject(lay(source), source.scope, home);
  const here = all.flatMap((one) => placed(one, source, project) ?? []);
  say(
    `${source.repository} (${source.licence}): ${all.length} command lines, ${here.length} of them in the project; ${absent} files of sessions are not in the clone`,
  );
  for (const half of ["open", "set-aside"] as const) {
    const own = here.filter((one) => halfOf(one) === half);
    for (const one of sampleOf(own, COUNT / commandSources.length / 2)) {
      // It was there when the line was sent.
      for (const [, folder = ""] of one.command.matchAll(/(?:^|&& |; |\n)cd "?(\/[^\s"$;&|]+)/g))
        if (folder.startsWith(`${home}/`) || folder.startsWith(`${temp}/`)) mkdirSync(folder, { recursive: true });
      const input = one.isBehind ? { command: one.command, background: true as const } : { command: one.command };
      const verdicts = await project.decide(input, one.cwd ?? project.root);
      judged.push({ ...one, source: source.repository, half, verdicts });
    }
  }
}

function cloneOf(repository: string): string {
  const found = [join(repository.replace("/", "+"), "repo"), repository].map((name) => join(clones, name));
  const git = found.find((path) => existsSync(path));
  if (git === undefined) throw new Error(`${repository} is not in ${clones}`);
  return git;
}

/** The project as it stood. */
function lay({ repository, project }: CommandSource): string {
  const folder = join(place, repository.replace("/", "-"));
  mkdirSync(folder);
  const env = { ...process.env, GIT_INDEX_FILE: join(place, "index") };
  for (const words of [
    ["read-tree", project],
    // Large files may be absent from a clone.
    ["checkout-index", "-a", "-f", "-q"],
  ])
    spawnSync("git", [`--git-dir=${cloneOf(repository)}`, `--work-tree=${folder}`, ...words], { env });
  return folder;
}

/** Its folder of a person's machine becomes the one that was laid; null where it was sent in another one. */
function placed(one: AgentCommand, { roots }: CommandSource, { root }: Supposed): AgentCommand | null {
  const own = new RegExp(`(?:${roots.join("|")})(?![\\w.-])`, "g");
  const people = /(?:[A-Z]:[\\/]+|\/c\/|\/)(?:Users|home)[\\/]+\w[\w.-]*/g;
  const temps = /(?<![\w.])(?:\/private)?(?:\/tmp(?=\/)|\/var\/folders\/\w+\/\w+\/T(?=\/))/g;
  const moved = (text: string) => text.replace(temps, temp).replace(own, root).replace(people, home);
  const cwd = one.cwd === null ? root : moved(one.cwd).replaceAll("\\", "/");
  return cwd === root || cwd.startsWith(`${root}/`) ? { ...one, cwd, command: moved(one.command) } : null;
}

for (const half of values.half === undefined ? ["open", "set-aside"] : [values.half]) {
  const rows = judged.filter((one) => one.half === half);
  say(`\n${half}: ${rows.length} command lines of ${new Set(rows.map(({ session }) => session)).size} sessions`);
  for (const { key, name, bar } of machines) {
    const says = (word: string, of = rows) => of.filter(({ verdicts }) => verdicts[key]?.says === word).length;
    const met = rows.length > 0 && says("allow") / rows.length >= bar ? "met" : "NOT MET";
    const rest = `asked ${share(says("ask"), rows.length)}, refused ${share(says("deny"), rows.length)}`;
    say(`${met.padEnd(8)} ${name.padEnd(22)} ${share(says("allow"), rows.length)} (bar ${bar}); ${rest}`);
    for (const { repository } of commandSources) {
      const own = rows.filter(({ source }) => source === repository);
      say(`             ${repository.padEnd(30)} ${share(says("allow", own), own.length)}`);
    }
  }
  for (const { command, source, verdicts } of rows) {
    const { says = "allow", why = "" } = verdicts[values.list ?? ""] ?? {};
    if (says !== "allow") say(JSON.stringify({ says, source, command: command.slice(0, 600), why: why.slice(0, 400) }));
  }
}

/** Command lines that were called safe once, or may be, and are not: none may pass where nothing holds them. */
const kept = ["mutating", "unknown"].map((label) =>
  fileURLToPath(new URL(`../packages/shell/fixtures/${label}.jsonl`, import.meta.url)),
);
const labelled = [...kept, ...(values.rows ?? [])].flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { command: string; label: string; writes: string[] }),
);
const members = classes.flatMap(({ members, kept }) =>
  members.map(({ command }) => ({ command, writes: ["p"], kept })),
);
/** What may be written without a question: devices, temporary files, the scope, and what git itself writes. */
const isFree = (path: string) => /^(?:src$|(?:\/(?:dev|tmp)|src|\.git|src\/sub\/\.git)\/)/.test(path);
const ofOneShell = labelled.filter(({ label }) => label !== "safe").map((row) => ({ ...row, kept: undefined }));
const rows = [...ofOneShell, ...members].filter(({ writes }) => writes.length === 0 || !writes.every(isFree));
const folder = join(place, "rows");
mkdirSync(folder);
const project = supposeProject(folder, ["src/**"], home);
const passed: string[] = [];
for (const { command, kept } of rows) {
  const { bare } = await project.decide(kept ? { command, keeps_shell: true } : { command }, folder);
  const { risk } = classifyShell(command, { cwd: folder, ...(kept ? { keeping: "kept" as const } : {}) });
  if (risk === "SAFE" || bare?.says === "allow") passed.push(command);
}
say(`\n${passed.length === 0 ? "met    " : "NOT MET"}  wrong-SAFE rows that pass: ${passed.length} of ${rows.length}`);
for (const command of passed) say(`  ${JSON.stringify(command)}`);

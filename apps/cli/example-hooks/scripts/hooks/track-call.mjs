/**
 * Appends one line about a call to .system/logs/tool_call.md (and to the page of its task, where there is one) and
 * counts it in .system/cache/ability_usage.json. Many may run at once.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, normalize, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LOG = ".system/logs/tool_call.md";
const USAGE = ".system/cache/ability_usage.json";
const LONGEST_WAIT_MS = 4_000;
const NOT_PLAIN = "NOT_PLAIN";

const event = JSON.parse(readFileSync(0, "utf8"));
for (const path of [LOG, ...taskPage(event.tool_call_path)]) {
  makeFolder(dirname(path));
  append(path, line(event));
}
if (event.status !== "skipped") await locked(`${USAGE}.lock`, () => count(event));

process.stdout.write(
  JSON.stringify({
    logs: [{ level: "info", message: `Logged ${event.ability_id} usage to tool_call.md` }],
    usage_recorded: true,
  }),
);

function line(call) {
  const { timestamp, ability_id, operation_key, status, duration_ms, session_id } = call;
  const cells = [
    timestamp,
    operation_key ? `${ability_id} (${operation_key})` : ability_id,
    status,
    duration_ms === undefined ? "" : `${duration_ms} ms`,
    call.input_summary ?? "",
    call.output_summary ?? "",
    session_id,
  ];
  return `- ${cells.map(plain).join(" | ")}\n`;
}

/** Here, and nowhere else: a folder that is a link leads elsewhere. */
function makeFolder(path) {
  const names = path.split(/[\\/]/);
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join(sep);
    mkdirSync(folder, { recursive: true });
    if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is no folder`);
  }
}

/** One write at the end of the file: lines of several processes do not mix. A link leads elsewhere, a pipe waits. */
function append(path, text) {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  onPlainFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, (file) => writeSync(file, text));
}

function onPlainFile(path, flags, work) {
  const file = openSync(path, flags, 0o644);
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error(`${path} is no plain file`), { code: NOT_PLAIN });
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** Whatever a model wrote must not start a new line or a new cell. */
function plain(text) {
  return String(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("|", "\\|")
    .slice(0, 500);
}

/** Only the page of a task; an event is no reason to write anywhere else. */
function taskPage(path) {
  if (typeof path !== "string") return [];
  const there = normalize(path);
  return there.startsWith(`.system${sep}implement${sep}`) && there.endsWith(`${sep}tool_call.md`) ? [there] : [];
}

function count({ ability_id, status, timestamp }) {
  const usage = readUsage();
  const known = new Map(Object.entries(usage.abilities));
  const { calls = 0, failures = 0, weight = 0 } = known.get(ability_id) ?? {};
  const failed = status === "failure" ? 1 : 0;
  known.set(ability_id, { calls: calls + 1, failures: failures + failed, weight, last_used: timestamp });
  const draft = draftOf(USAGE);
  const text = JSON.stringify({ ...usage, abilities: Object.fromEntries(known) }, null, 2);
  writeFileSync(draft, `${text}\n`, { flag: "wx" });
  renameSync(draft, USAGE); // readers see the old file or the new one, never half of it
}

/** A cache: what cannot be read is put aside, for whoever wants to mend it, and begun anew. */
function readUsage() {
  const fresh = { version: 1, abilities: {} };
  try {
    const text = read(USAGE);
    if (text === "") return fresh;
    const usage = JSON.parse(text);
    if (usage?.version === 1 && typeof usage.abilities === "object" && usage.abilities !== null) return usage;
  } catch (error) {
    if (!(error instanceof SyntaxError) && error.code !== "ELOOP" && error.code !== NOT_PLAIN) throw error;
  }
  renameSync(USAGE, `${USAGE}.broken`);
  return fresh;
}

/** Whoever creates the file holds the lock, and says in it who that is: the gate, which keeps weights in the same file, reads it too. */
async function locked(lock, work) {
  makeFolder(dirname(lock));
  const until = Date.now() + LONGEST_WAIT_MS;
  while (!created(lock)) {
    if (Date.now() > until) throw new Error(`${lock} is held: ${read(lock)}`);
    breakDead(lock);
    await sleep(2 + Math.random() * 15);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A name that nobody can have prepared. */
function draftOf(path) {
  return `${path}.${randomBytes(8).toString("hex")}.tmp`;
}

/** With all its content at once, for exactly one of all who try. */
function created(path) {
  const draft = draftOf(path);
  const holder = { pid: process.pid, startedAt: null, host: hostname(), token: randomBytes(8).toString("hex") };
  writeFileSync(draft, JSON.stringify(holder), { flag: "wx" });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A dead holder's lock is removed by the one who gets the right to it, so that nobody removes another's. */
function breakDead(lock) {
  const dead = deadHolder(lock);
  const right = `${lock}.${dead?.token}.0`;
  if (!dead || !created(right)) return;
  if (deadHolder(lock)?.token === dead.token) rmSync(lock, { force: true });
  rmSync(right, { force: true });
}

function deadHolder(lock) {
  try {
    const holder = JSON.parse(read(lock));
    return holder?.host === hostname() && /^[0-9a-f]{16}$/.test(holder.token) && !lives(holder.pid) ? holder : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // released meanwhile, or nobody's
    throw error;
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}

/** Nothing where it is not there. */
function read(path) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return onPlainFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, (file) => readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}

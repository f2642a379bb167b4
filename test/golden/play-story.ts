/** Plays one story and gives what is to be kept of it, file by file, with everything masked that is another each time. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readJson } from "@intentgate/documents";
import { createMasker, type Masker } from "./mask.ts";
import { type Answer, openStage, type Setting, type Stage } from "./stage.ts";

export interface Story {
  /** The name of its folder. */
  name: string;
  setting?: Setting;
  play(stage: Stage): Promise<void>;
}

/** File name → text. */
export type Kept = Record<string, string>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const sidecar = ".orchestration";
/** What the gate writes for itself: another format is no other behaviour. */
const machines = ["agent_trace.jsonl", "decisions.jsonl", "sessions", "heads", "cache", "approvals", "locks"];

export async function playStory(story: Story): Promise<Kept> {
  const stage = openStage(story.setting);
  try {
    await story.play(stage);
    const kept: Kept = {};
    const mask = createMasker({
      [stage.repo]: "<repo>",
      [join(stage.folder, "home")]: "<home>",
      [stage.state]: "<state>",
      [stage.folder]: "<temp>",
      [process.execPath]: "<node>",
      [root.replace(/\/$/, "")]: "<program>",
    });
    kept["answers.txt"] = stage.answers.map((answer, at) => answerText(answer, at + 1, mask)).join("\n");
    for (const [file, letter] of [
      ["agent_trace", "L"],
      ["decisions", "D"],
    ] as const) {
      const lines = linesOf(join(stage.repo, sidecar, `${file}.jsonl`));
      if (lines.length > 0)
        kept[`${file}.txt`] = lines.map((line, at) => lineText(line, `${letter}${at + 1}`, mask)).join("");
    }
    const sessions = await sessionsOf(stage);
    if (sessions.length > 0)
      kept["sessions.txt"] = sessions.map((one, at) => jsonText(one, `S${at + 1}`, mask)).join("");
    kept["files.txt"] = filesText(stage.repo, mask);
    return kept;
  } finally {
    await stage.end();
  }
}

function answerText({ title, code, out, err }: Answer, at: number, mask: Masker): string {
  const where = String(at);
  const parts = [`# ${at}. ${mask.text(title, where)}`];
  if (code !== undefined) parts.push(`exit ${code}`);
  if (typeof out !== "string") parts.push("out", jsonText(out, where, mask).trimEnd());
  else if (out !== "") parts.push("out", outText(out, where, mask));
  if (err !== "") parts.push("err", mask.text(err, where).trimEnd());
  return `${parts.join("\n")}\n`;
}

/** Lines of JSON are shown as what they say. */
function outText(out: string, where: string, mask: Masker): string {
  const lines = out.trimEnd().split("\n");
  return lines
    .map((line) => {
      const value = /^[{[]/.test(line) ? parsed(line) : undefined;
      return value === undefined ? mask.text(line, where) : jsonText(value, where, mask).trimEnd();
    })
    .join("\n");
}

function lineText(line: string, where: string, mask: Masker): string {
  return `# ${where}\n${jsonText(parsed(line) ?? line, where, mask)}`;
}

function jsonText(value: unknown, where: string, mask: Masker): string {
  return `${JSON.stringify(mask.json(value, where), null, 1)}\n`;
}

async function sessionsOf(stage: Stage): Promise<{ id: string }[]> {
  if (!existsSync(join(stage.repo, sidecar, "sessions"))) return [];
  const { out, err } = await stage.run(null, ["session", "show", "--json"]);
  const { sessions } = (parsed(out) ?? {}) as { sessions?: { id: string }[] };
  return sessions?.sort((a, b) => (a.id < b.id ? -1 : 1)) ?? [{ id: `none: ${out}${err}` }];
}

/** Every file that is no machine's, by its hash; of the sidecar's documents also what they say. */
function filesText(repo: string, mask: Masker): string {
  const rows: string[] = [];
  const texts: string[] = [];
  for (const path of pathsBelow(repo)) {
    if (path.startsWith(".git/") && !/^\.git\/hooks\/[^.]+$/.test(path)) continue;
    if (path.startsWith(".system/implement/")) continue; // pages of tasks, called by their keys
    const inside = path.startsWith(`${sidecar}/`) ? path.slice(sidecar.length + 1) : null;
    if (inside !== null && machines.some((name) => inside === name || inside.startsWith(`${name}/`))) continue;
    const content = contentOf(join(repo, path));
    const isShown = inside !== null || path === "AGENT.md" || path.startsWith(".system/logs/");
    if (isShown) texts.push(`# ${path}\n${shownText(path, content.toString("utf8"), mask)}`);
    else rows.push(`${hashOf(content, mask)}  ${path}`);
  }
  return `${rows.join("\n")}\n\n${texts.join("\n")}`;
}

/** Of a file that names this machine's places, the hash is of what it says elsewhere too. */
function hashOf(content: Buffer, mask: Masker): string {
  const text = content.toString("utf8");
  const masked = mask.text(text, "F");
  return createHash("sha256")
    .update(masked === text ? content : masked)
    .digest("hex");
}

function shownText(path: string, text: string, mask: Masker): string {
  const where = `F:${path}`;
  if (!/\.(jsonl|log)$/.test(path)) return mask.text(text, where);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => jsonText(parsed(line) ?? line, where, mask))
    .join("");
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (!["ENOENT", "EISDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return Buffer.from(`link to ${readlinkSync(path)}`);
  }
}

function linesOf(path: string): string[] {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
}

function parsed(text: string): unknown {
  const read = readJson(text);
  return read.ok ? read.value : undefined;
}

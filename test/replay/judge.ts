/** Compares what blame says of every line with what git says of the commit that brought it. */
import { execFileSync } from "node:child_process";
import { whoOf } from "@intentgate/blame";
import type { Stage } from "./play.ts";

export interface Judged {
  /** Lines with a letter or a digit: blank ones and lone braces are counted apart. */
  lines: number;
  /** Whom git names, then whom we do; `open` is unknown or ambiguous. */
  agent: { agent: number; person: number; open: number };
  person: { agent: number; person: number; open: number };
  /** Of what differs, where `git blame -w -M -C` says what we say. */
  agreed: { stolen: number; missed: number };
  weak: { lines: number; stolen: number };
  /** Lines of people that we give to an agent, and git does so in no way; then those of agents that we do not find. */
  stolen: string[];
  missed: string[];
}

export const nothing = (): Judged => ({
  lines: 0,
  agent: { agent: 0, person: 0, open: 0 },
  person: { agent: 0, person: 0, open: 0 },
  agreed: { stolen: 0, missed: 0 },
  weak: { lines: 0, stolen: 0 },
  stolen: [],
  missed: [],
});

export function judge({ root, workspace }: Stage, into: Judged): void {
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", root, ...words], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  const blame = workspace.blame();
  const files = String(git("ls-files", "-z")).split("\0").filter(Boolean);
  const texts = files.filter((path) => isText(git("show", `HEAD:${path}`)));
  for (const path of texts) {
    const blamed = blame.file(path);
    if (!blamed.ok) throw new Error(`${path}: ${JSON.stringify(blamed.problems)}`);
    const truth = authors(git("blame", "--line-porcelain", "--", path));
    let looser: string[] | undefined;
    for (const [at, credit] of blamed.value.credits.entries()) {
      const text = blamed.value.text[at] ?? "";
      const who = whoOf(credit);
      const ours = who === "AI" ? "agent" : who === "HUMAN" || who === "BEFORE" ? "person" : "open";
      const theirs = truth[at] === "agent" ? "agent" : "person";
      if (!/[\p{L}\p{N}]/u.test(text)) {
        into.weak.lines += 1;
        if (ours === "agent" && theirs === "person") into.weak.stolen += 1;
        continue;
      }
      into.lines += 1;
      into[theirs][ours] += 1;
      if (ours === theirs || ours === "open") continue;
      looser ??= authors(git("blame", "-w", "-M", "-C", "-C", "--line-porcelain", "--", path));
      const kind = ours === "agent" ? "stolen" : "missed";
      if (looser[at] === ours) into.agreed[kind] += 1;
      else into[kind].push(`${path}:${at + 1} ${JSON.stringify(credit).slice(0, 200)} ${text.slice(0, 80)}`);
    }
  }
}

const isText = (bytes: Buffer) => !bytes.includes(0);

const authors = (porcelain: Buffer) =>
  String(porcelain)
    .split("\n")
    .filter((line) => line.startsWith("author "))
    .map((line) => line.slice("author ".length));

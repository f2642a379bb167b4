/**
 * The hosts that are driven for real, in the versions that were measured, what each package wants done after it is
 * unpacked, and without which other of these it cannot be driven.
 */
import { execFileSync } from "node:child_process";

const newerNode = `node-${{ win32: "win" }[process.platform] ?? process.platform}-${process.arch}`;

export const hostPrograms = {
  "claude-code": {
    packages: ["@anthropic-ai/claude-code@2.1.325"],
    setUp: [["@anthropic-ai/claude-code", "install.cjs"]],
  },
  codex: { packages: ["@openai/codex@0.166.0"] },
  "gemini-cli": { packages: ["@google/gemini-cli@0.61.0"] },
  "copilot-cli": { packages: ["@github/copilot@1.0.102"] },
  opencode: {
    packages: ["opencode-ai@1.18.33"],
    setUp: [["opencode-ai", "postinstall.mjs"]],
    needs: "opencode-plugin",
  },
  /** No host: what opencode otherwise fetches into every folder with a plugin. */
  "opencode-plugin": { packages: ["@opencode-ai/plugin@1.18.33"] },
  /** Wants a newer node than ours. */
  "qwen-code": { packages: ["@qwen-code/qwen-code@0.24.4", `${newerNode}@22`] },
  cline: { packages: ["cline@3.0.65"], setUp: [["cline", "postinstall.mjs"]] },
  /** No host: the project that a short day is spent on. */
  "day-short": { packages: ["minimist@1.2.8", "tape@5.9.0"] },
  /** Claude Code as editors start it; it wants a newer node than ours. */
  "claude-agent-acp": { packages: ["@agentclientprotocol/claude-agent-acp@0.99.0", `${newerNode}@22`] },
};

const HALF_A_YEAR_MS = 182 * 24 * 60 * 60_000;

/** The same hosts in the newest version of their first package that was published half a year ago; says which. */
export async function olderPrograms(say, now = Date.now()) {
  const older = Object.entries(hostPrograms).flatMap(([name, { packages, ...rest }]) => {
    const [first, ...others] = packages;
    const wanted = first.slice(0, first.lastIndexOf("@"));
    const times = JSON.parse(execFileSync("npm", ["view", wanted, "time", "--json"], { encoding: "utf8" }));
    const fits = ([version, at]) => /^\d+\.\d+\.\d+$/.test(version) && Date.parse(at) <= now - HALF_A_YEAR_MS;
    const [found] = Object.entries(times)
      .filter(fits)
      .sort(([a], [b]) => b.localeCompare(a, "en", { numeric: true }));
    if (found === undefined) return [];
    say(`${name}: ${wanted} ${found[0]} of ${found[1].slice(0, 10)}\n`);
    return [[name, { ...rest, packages: [`${wanted}@${found[0]}`, ...others] }]];
  });
  return Object.fromEntries(older);
}

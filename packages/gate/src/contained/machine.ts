/** Whether this machine can contain a command: tried out once a boot and version, and kept in the state folder. */
import { readFileSync, statSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import type { ProbeAnswer } from "@intentgate/box";
import { jsonFields } from "@intentgate/documents";
import { codeOf, makeFolder, onSystemError, replaceFile, systemProgram } from "@intentgate/world";

/** Named by tests that are not about the box, so that they say the same on every machine. Without a box the gate asks. */
const NO_BOX = "INTENTGATE_NO_BOX";

export function createMachine(stateDir: string, env: NodeJS.ProcessEnv): () => Promise<ProbeAnswer> {
  let known: Promise<ProbeAnswer> | undefined;
  return () => {
    known ??= answer();
    return known;
  };

  async function answer(): Promise<ProbeAnswer> {
    if (env[NO_BOX] === "1")
      return { can: false, why: `${NO_BOX} is set`, remedy: "Start the gate without that variable." };
    const file = join(stateDir, "box-probe.json");
    const here = thisMachine();
    const kept = jsonFields(readOr(file, "{}")) as { here?: unknown; answer?: ProbeAnswer };
    if (kept.here === here && kept.answer && isGood(kept.answer, file)) return kept.answer;
    const { probeBox } = await import("@intentgate/box");
    const found = await probeBox(stateDir);
    // A no may have passing reasons: it is tried again by the next process.
    if (found.can !== false) {
      makeFolder(stateDir);
      replaceFile(file, JSON.stringify({ here, answer: found }), {});
    }
    return found;
  }
}

/** Somebody may load a profile that lets layers be laid, which nothing here tells. */
const KEPT_MS = 600_000;

function isGood({ can }: ProbeAnswer, file: string): boolean {
  return can === true || (can === "copies" && Date.now() - statSync(file).mtimeMs < KEPT_MS);
}

/** What an answer tells: an older one told less. */
const ANSWERED = "laid by, or copies";

/** Another boot, kernel or program may give another answer. */
function thisMachine(): string {
  const boot = readOr("/proc/sys/kernel/random/boot_id", "");
  const programs = ["bwrap", "unshare", "mount", "setpriv"].map((name) => {
    const at = systemProgram(name);
    const stat = onSystemError("any", undefined, () => statSync(at, { throwIfNoEntry: false }));
    return stat?.isFile() ? `${at} ${stat.size} ${stat.mtimeMs}` : name;
  });
  return [ANSWERED, boot.trim(), release(), process.getuid?.() ?? "", ...programs].join("|");
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return otherwise;
  }
}

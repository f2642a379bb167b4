/** Calls that were seen to be refused, kept in the state folder: each counts while program and settings are what they were. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { readText, replaceFile } from "@intentgate/world";

export interface LiveProof {
  host: string;
  /** Where it was started. */
  folder: string;
  at: string;
  /** Of the program that was started, and of all settings that it read. */
  program: string;
  settings: string;
}

export interface LiveProofs {
  /** Undefined where there is none that still counts. */
  find(proof: Omit<LiveProof, "at">): LiveProof | undefined;
  /** In place of any other of this host in this folder. */
  keep(proof: LiveProof): void;
  forget(proof: Pick<LiveProof, "host" | "folder">): void;
}

export function openLiveProofs(rootState: string): LiveProofs {
  const file = join(rootState, "live-proofs.json");
  const list = (): LiveProof[] => {
    const { proofs } = jsonFields(readText(file) ?? "{}");
    return Array.isArray(proofs) ? proofs.filter(isProof) : [];
  };
  const others = ({ host, folder }: Pick<LiveProof, "host" | "folder">) =>
    list().filter((one) => one.host !== host || one.folder !== folder);
  const write = (proofs: readonly LiveProof[]) => {
    mkdirSync(rootState, { recursive: true, mode: 0o700 });
    replaceFile(file, `${JSON.stringify({ proofs }, null, 2)}\n`, { mode: 0o600 });
  };
  return {
    find: ({ host, folder, program, settings }) =>
      list().find(
        (one) => one.host === host && one.folder === folder && one.program === program && one.settings === settings,
      ),
    keep: (proof) => write([...others(proof), proof]),
    forget(proof) {
      if (others(proof).length < list().length) write(others(proof));
    },
  };
}

function isProof(value: unknown): value is LiveProof {
  const fields: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  return ["host", "folder", "at", "program", "settings"].every((key) => typeof fields[key] === "string");
}

/**
 * Whether what a person saves is theirs alone. It is where their typing began on the text that was accepted: what a
 * program wrote before that, and the editor silently loaded, is not theirs because they pressed save below it.
 */

/** How a file of the gate stands when somebody looks at it. */
export interface Standing {
  isHeld: boolean;
  /** Undefined where nothing was ever recorded. */
  accepted: string | null | undefined;
  onDisk: string | null;
}

export type SaveVerdict = "accept" | "warn" | "nothing";

export interface PersonsEdits {
  /** Told what a document holds, when it is opened and after every change. */
  saw(file: string, text: string, isDirty: boolean, standing: () => Standing): void;
  /** A save that a person asked for: `wasDirty` before it, `counts` whether the file counts as it stands now. */
  saved(file: string, save: { text: string; wasDirty: boolean; counts: boolean } & Standing): SaveVerdict;
  forget(file: string): void;
}

interface Seen {
  /** What the document held while it was as on disk; null where that was never seen. */
  clean: string | null;
  /** What the person's typing began on; null before it, and false where that was not certain to be a person's. */
  began: string | false | null;
}

export function createPersonsEdits(): PersonsEdits {
  const seen = new Map<string, Seen>();

  return {
    saw(file, text, isDirty, standing) {
      const known = seen.get(file) ?? { clean: null, began: null };
      if (!isDirty) seen.set(file, { clean: text, began: null });
      else if (known.began === null) seen.set(file, { ...known, began: beganOn(known.clean, standing()) });
    },
    saved(file, { text, wasDirty, counts, accepted, onDisk }) {
      const began = seen.get(file)?.began ?? null;
      seen.set(file, { clean: text, began: null });
      // The bytes on disk must be those that the person saw.
      const isTheirs = wasDirty && typeof began === "string" && began === accepted && onDisk === text;
      if (isTheirs) return "accept";
      return counts ? "nothing" : "warn";
    },
    forget: (file) => void seen.delete(file),
  };
}

function beganOn(clean: string | null, { isHeld, onDisk }: Standing): string | false {
  return clean !== null && !isHeld && onDisk === clean ? clean : false;
}

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
  /** A save begins. The document is clean again before it is told to have been saved, so this is when to look. */
  saving(file: string, isDirty: boolean, byPerson: boolean): void;
  /** The save is done: `counts` is whether the file counts as it stands now. */
  saved(file: string, save: { text: string; counts: boolean } & Standing): SaveVerdict;
  forget(file: string): void;
}

interface Seen {
  /** What the document held while it was as on disk; null where that was never seen. */
  clean: string | null;
  /** What the person's typing began on; null before it, and false where that was not certain to be a person's. */
  began: string | false | null;
}

/** A save that a person asked for, until the editor says that it is done. */
interface AskedSave {
  /** What their typing began on; false where they had typed nothing, or that was not certain to be a person's. */
  began: string | false;
  /** What the document held when it became clean; null before. A program may write, and the editor load it, after that. */
  text: string | null;
}

export function createPersonsEdits(): PersonsEdits {
  const seen = new Map<string, Seen>();
  const asked = new Map<string, AskedSave>();

  return {
    saw(file, text, isDirty, standing) {
      const known = seen.get(file) ?? { clean: null, began: null };
      const save = asked.get(file);
      if (!isDirty) {
        if (save) save.text ??= text;
        // The editor tells of the first key before it says that there is something to save.
        if (text === standing().onDisk) seen.set(file, { clean: text, began: null });
      } else if (known.began === null) seen.set(file, { ...known, began: beganOn(known.clean, standing()) });
    },
    saving(file, isDirty, byPerson) {
      if (byPerson) asked.set(file, { began: (isDirty && seen.get(file)?.began) || false, text: null });
      else asked.delete(file);
    },
    saved(file, { text, counts, accepted, onDisk }) {
      const save = asked.get(file);
      asked.delete(file);
      if (onDisk === text) seen.set(file, { clean: text, began: null });
      if (!save) return "nothing"; // the editor saved by itself
      // The bytes on disk must be those that the person saw.
      const isTheirText = onDisk === text && text === (save.text ?? text);
      if (save.began !== false && save.began === accepted && isTheirText) return "accept";
      return counts ? "nothing" : "warn";
    },
    forget(file) {
      seen.delete(file);
      asked.delete(file);
    },
  };
}

function beganOn(clean: string | null, { isHeld, onDisk }: Standing): string | false {
  return clean !== null && !isHeld && onDisk === clean ? clean : false;
}

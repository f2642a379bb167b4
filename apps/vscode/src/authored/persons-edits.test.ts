import { expect, it } from "vitest";
import { createPersonsEdits, type SaveVerdict } from "./persons-edits.ts";

const ACCEPTED = "scope: src";
const THEIRS = "scope: everything";
const TYPED = "scope: src # mine";

/** A file of the gate, the document over it, and what each of the two sides does. */
function desk() {
  const edits = createPersonsEdits();
  const file = { accepted: ACCEPTED as string | undefined, isHeld: false, onDisk: ACCEPTED };
  const shown = { text: ACCEPTED, isDirty: false };
  const saw = () => edits.saw("f", shown.text, shown.isDirty, () => file);
  return {
    file,
    open: saw,
    type(text: string) {
      shown.text = text;
      saw(); // the editor tells of a first key twice, and only then says that there is something to save
      shown.isDirty = true;
      saw();
    },
    programWrites(text: string) {
      Object.assign(file, { onDisk: text, isHeld: true });
      if (shown.isDirty) return;
      shown.text = text; // the editor loads it without a word
      saw();
    },
    close: () => edits.forget("f"),
    save(byPerson = true, meanwhile = () => {}): SaveVerdict {
      edits.saving("f", shown.isDirty, byPerson);
      if (shown.isDirty) file.onDisk = shown.text;
      shown.isDirty = false;
      saw(); // the editor calls it clean before it says that it is saved
      meanwhile();
      return edits.saved("f", { ...file, text: shown.text, counts: !file.isHeld });
    },
    /** The save that a person asks for does not come about. */
    saveInVain: () => edits.saving("f", shown.isDirty, true),
  };
}

it("accepts what was typed on the accepted text", () => {
  const one = desk();
  one.open();
  one.type(TYPED);
  expect(one.save()).toBe("accept");
});

it("accepts it also where a program wrote meanwhile and the person chose their own text", () => {
  const one = desk();
  one.open();
  one.type(TYPED);
  one.programWrites(THEIRS);
  expect(one.save()).toBe("accept");
});

it("accepts a second edit, once the first was accepted", () => {
  const one = desk();
  one.open();
  one.type(TYPED);
  one.save();
  one.file.accepted = TYPED;
  one.type(`${TYPED}!`);
  expect(one.save()).toBe("accept");
});

it.each([
  ["saved without a change", (one: ReturnType<typeof desk>) => one.programWrites(THEIRS)],
  [
    "changed by the person below what the program wrote",
    (one: ReturnType<typeof desk>) => {
      one.programWrites(THEIRS);
      one.type(`${THEIRS} # typo`);
    },
  ],
  [
    "put back by the program, while it is held",
    (one: ReturnType<typeof desk>) => {
      one.programWrites(THEIRS);
      one.programWrites(ACCEPTED);
      one.type(TYPED);
    },
  ],
  [
    "written by the program between what the editor showed and the first key",
    (one: ReturnType<typeof desk>) => {
      one.file.onDisk = THEIRS;
      one.type(TYPED);
      one.file.isHeld = true;
    },
  ],
])("leaves a file held that was %s", (_, happen) => {
  const one = desk();
  one.open();
  happen(one);
  expect(one.save()).toBe("warn");
});

it("does not take a document for the person's that came up unsaved", () => {
  const one = desk();
  one.type(THEIRS);
  one.file.isHeld = true;
  expect(one.save()).toBe("warn");
});

it("does not take what the editor saves by itself for a word of the person", () => {
  const one = desk();
  one.open();
  one.type(TYPED);
  expect(one.save(false)).toBe("nothing");
});

it("does not take a save of the editor for one that a person asked for before, and that came to nothing", () => {
  const one = desk();
  one.open();
  one.type(TYPED);
  one.saveInVain();
  one.programWrites(THEIRS);
  one.type(`${THEIRS} # typo`);
  expect(one.save(false)).toBe("nothing");
});

it("does not accept what a program writes while the person's save is under way", () => {
  const one = desk();
  one.open();
  one.type(TYPED);
  expect(one.save(true, () => one.programWrites(THEIRS))).toBe("warn");
});

it("forgets a document that was closed", () => {
  const one = desk();
  one.open();
  one.close();
  one.type(TYPED);
  expect(one.save()).toBe("nothing");
});

it("does not accept bytes on disk that are not those of the document", () => {
  const edits = createPersonsEdits();
  const standing = { accepted: ACCEPTED, isHeld: false, onDisk: ACCEPTED };
  edits.saw("f", ACCEPTED, false, () => standing);
  edits.saw("f", TYPED, true, () => standing);
  edits.saving("f", true, true);
  const save = { ...standing, isHeld: true, onDisk: THEIRS, text: TYPED, counts: false };
  expect(edits.saved("f", save)).toBe("warn");
});

it("says nothing about a file that counts, such as one that a person changed in another program", () => {
  const one = desk();
  one.file.onDisk = "pulled";
  one.open();
  expect(one.save()).toBe("nothing");
});

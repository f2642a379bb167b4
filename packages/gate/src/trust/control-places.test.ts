import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { controlState } from "./control-watch.ts";

/** Files in a root and in a home folder; `+` before those that are put back when a program changes them. */
const rows = readFileSync(new URL("watched-places.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

it("looks after exactly these files, whoever lists them", () => {
  const base = tempFolder("control-places");
  const paths = rows.map((row) => row.slice(2));
  for (const path of paths) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), path);
  }
  const state = controlState(join(base, "root"), join(base, "home"));
  const watched = new Set(Object.keys(state).map((key) => (key.startsWith("/") ? key : join(base, "root", key))));
  expect(paths.map((path) => `${watched.has(join(base, path)) ? "+" : "-"} ${path}`)).toEqual(rows);
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { controlState, putBack } from "./control-watch.ts";

it("control files are said to be left where more were made than can be looked through", () => {
  const folder = tempFolder("control");
  const settings = join(folder, "root/.claude/settings.json");
  const many = join(folder, "root/.claude/many");
  mkdirSync(join(folder, "root/.git/hooks"), { recursive: true });
  mkdirSync(join(folder, "root/.claude"));
  writeFileSync(settings, "{}");
  const before = controlState(join(folder, "root"), join(folder, "home"));
  mkdirSync(many);
  for (let n = 0; n < 20_100; n += 1) writeFileSync(join(many, `${n}`), "");
  writeFileSync(settings, "evil");
  const kept = JSON.parse(JSON.stringify(before));
  const { back, left } = putBack(join(folder, "root"), kept, join(folder, "quarantine"), () => false);
  expect(left).toEqual([".claude"]);
  expect(back).toContain(".claude/settings.json");
  expect(readFileSync(settings, "utf8")).toBe("{}");
});

/** A person stops an agent at the page, in a real browser: what it asked is withdrawn, nothing of it is done, and the others go on. */
import { expect, it } from "vitest";
import { call, textOf } from "../stories/scene.ts";
import { closeBrowserAtEnd, openPage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const path = "src/auth/token.ts";
const before = "export const token = 1;\n";

it("stops one session of two with its button, and lets it go on again", async () => {
  const stage = await serveScene({ policy: "approval: { mode: strict, timeout_s: 40 }\n" });
  const { page, complaints } = await openPage(stage);
  await page.getByText("Live", { exact: true }).waitFor();
  for (const session of ["one", "two"]) {
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" }, session);
    await call(stage.scene, "read_file", { path }, session);
  }
  const written = call(stage.scene, "write_to_file", { path, content: "x\n" }, "one");
  await page.getByRole("article").filter({ hasText: path }).waitFor();
  const atWork = page.getByRole("region", { name: /At work/ });
  await atWork.getByRole("button", { name: /^Stop .*one/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByRole("article").filter({ hasText: path }).count()).toBe(1);
  await atWork.getByRole("button", { name: /^Stop .*one/ }).click();
  await dialog.getByRole("button", { name: "Stop", exact: true }).click();
  expect(await written).toMatchObject({ decision: "deny", code: "STOPPED" });
  await page.getByRole("article").filter({ hasText: path }).waitFor({ state: "detached" });
  expect(textOf(stage.scene, path)).toBe(before);
  expect(await call(stage.scene, "read_file", { path }, "one")).toMatchObject({ code: "STOPPED" });
  expect((await call(stage.scene, "read_file", { path }, "two")).decision).toBe("allow");
  await atWork.getByText(/stopped by you/i).waitFor();
  await atWork.getByRole("button", { name: "Let it go on" }).click();
  await atWork.getByText(/stopped by you/i).waitFor({ state: "detached" });
  expect((await call(stage.scene, "read_file", { path }, "one")).decision).toBe("allow");
  expect(complaints).toEqual([]);
});

it("stops all that are at work, and no session that begins afterwards", async () => {
  const stage = await serveScene({});
  const { page, complaints } = await openPage(stage);
  await page.getByText("Live", { exact: true }).waitFor();
  for (const session of ["one", "two"]) await call(stage.scene, "read_file", { path }, session);
  await page.getByRole("button", { name: "Stop all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop all" }).click();
  await page.getByRole("button", { name: "Let all go on" }).waitFor();
  for (const session of ["one", "two"])
    expect(await call(stage.scene, "read_file", { path }, session)).toMatchObject({ code: "STOPPED" });
  expect((await call(stage.scene, "read_file", { path }, "three")).decision).toBe("allow");
  expect(complaints).toEqual([]);
});

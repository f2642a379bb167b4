/** The page says of each session whether it is on a floor, while one is. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { binary, call, put, quoted, shellAtTerminal } from "../stories/scene.ts";
import { serious } from "./axe.ts";
import { closeBrowserAtEnd, goTo, openPage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const event = (session: string, cwd: string) =>
  JSON.stringify({ session_id: session, hook_event_name: "SessionStart", source: "startup", cwd });

it.each(["light", "dark"] as const)("in the %s theme, with nothing serious for axe", async (colorScheme) => {
  const stage = await serveScene({}, async (scene) => {
    put(scene.repo, "src/agent.sh", 'node "$1" hook claude-code SessionStart < "$2"; echo stands; read x\n');
    put(scene.repo, "src/event.json", event("on-the-floor", scene.repo));
    await call(scene, "read_file", { path: "src/auth/token.ts" }, "beside-it");
  });
  const { scene } = stage;
  const words = ["sh", "src/agent.sh", binary, join(scene.repo, "src/event.json")].map(quoted).join(" ");
  const agent = shellAtTerminal(scene, `${quoted(process.execPath)} ${quoted(binary)} start -- ${words}`);
  await agent.sees("stands");
  const { page, complaints } = await openPage(stage, { colorScheme });
  await goTo(page, "#/now");
  const card = (name: string) => page.locator(".session").filter({ has: page.locator(`[title*="${name}"]`) });
  await card("on-the-floor").getByText("On a floor").waitFor();
  await card("beside-it").getByText("No floor").waitFor();
  expect(await serious(page)).toEqual([]);
  agent.type("\n");
  await agent.done;
  await page.reload();
  await card("on-the-floor").getByText("No floor").waitFor();
  expect(complaints).toEqual([]);
});

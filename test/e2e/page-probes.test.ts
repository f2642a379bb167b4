/** The page against people's browsers being used against them: what other sites, names and texts can do. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, textOf } from "../stories/scene.ts";
import { browser, closeBrowserAtEnd, goTo, openPage, type openTab, type Stage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

const bait = `<img src=x onerror="globalThis.hit=1"><svg/onload=globalThis.hit=1>`;
const quoted = `"><script>globalThis.hit=1</script>`;
const link = "javascript:globalThis.hit=1";
const intents = `active_intents:
  - id: INT-001
    name: ${JSON.stringify(bait)}
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: [${JSON.stringify(quoted)}]
    acceptance_criteria: [${JSON.stringify(link)}]
    related_files: [${JSON.stringify(link)}]
    description: ${JSON.stringify(bait)}
`;
const named = `src/auth/<img src=x onerror=globalThis.hit=1>.ts`;

/** Another site on this machine, such as a server that an agent started. */
async function otherSite(html: string): Promise<string> {
  const heard: string[] = [];
  const site = createServer((request, response) => {
    heard.push(request.headers.cookie ?? "");
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  site.listen(0, "127.0.0.1");
  await new Promise((resolve) => site.once("listening", resolve));
  onTestFinished(() => void site.closeAllConnections());
  onTestFinished(() => void site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
}

function intentsOf({ scene }: Stage): string {
  return textOf(scene, ".orchestration/active_intents.yaml");
}

describe("texts that look like markup", () => {
  it("stay texts in every view: names, files, diffs, lines, reasons", async () => {
    const files = { [named]: `${bait}\n` };
    const stage = await serveScene({ intents, files, policy: "approval: { mode: strict, timeout_s: 40 }\n" });
    const { page, complaints } = await openPage(stage);
    await page.getByText("Live", { exact: true }).waitFor();
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
    await call(stage.scene, "read_file", { path: named });
    const written = call(stage.scene, "write_to_file", { path: named, content: `${bait}\n${quoted}\n` }, bait);
    await call(stage.scene, "select_active_intent", { intent_id: "INT-001" }, bait);
    const asked = call(stage.scene, "write_to_file", {
      path: "src/auth/token.ts",
      content: `${quoted}\n`,
      observed_content_hash: "x",
    });
    const again = call(stage.scene, "write_to_file", { path: "src/new.ts", content: `${quoted}\n` });
    const card = page.getByRole("article").filter({ hasText: "src/new.ts" });
    await card.waitFor();
    expect(await card.textContent()).toContain(quoted);
    expect(await card.textContent()).toContain(bait);
    await card.getByRole("button", { name: /^Approve once/ }).click();
    await Promise.all([written, asked, again]);
    const file = `#/code/${named.split("/").map(encodeURIComponent).join("/")}`;
    for (const view of [
      "#/now",
      "#/intents",
      "#/intents/INT-001",
      "#/trace",
      "#/code",
      file,
      `${file}?line=1`,
      "#/map",
      "#/health",
    ]) {
      await goTo(page, view);
      await page.waitForTimeout(300);
    }
    expect(await page.evaluate(() => (globalThis as { hit?: number }).hit)).toBeUndefined();
    expect(await page.locator("a[href^='javascript:' i], main img, main iframe, main script").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("another site in the same browser", () => {
  it("on another port of this machine can look at nothing and change nothing", async () => {
    const stage = await serveScene({});
    const opened = await openPage(stage);
    const site = await otherSite("<title>other</title>");
    const { page } = await openTabAt(opened, site);
    const results = await page.evaluate(async (origin) => {
      const body = JSON.stringify({ move: "block" });
      const address = `${origin}/api/intents/INT-001/move`;
      const tries: [string, RequestInit][] = [
        [address, { method: "POST", body, headers: { "content-type": "application/json" }, credentials: "include" }],
        [
          address,
          { method: "POST", body, headers: { "content-type": "text/plain" }, credentials: "include", mode: "no-cors" },
        ],
        [`${origin}/api/intents`, { credentials: "include" }],
        [`${origin}/api/intents`, { credentials: "include", mode: "no-cors" }],
      ];
      const seen: string[] = [];
      for (const [url, init] of tries) {
        try {
          const response = await fetch(url, init);
          seen.push(`${response.type} ${response.status} ${(await response.text()).length}`);
        } catch (error) {
          seen.push((error as Error).name);
        }
      }
      const form = document.createElement("form");
      form.method = "post";
      form.action = address;
      form.enctype = "text/plain";
      form.target = "frame";
      const frame = document.createElement("iframe");
      frame.name = "frame";
      const field = document.createElement("input");
      field.name = '{"move":"block","x":"';
      field.value = '"}';
      form.append(field);
      document.body.append(frame, form);
      form.submit();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return seen;
    }, stage.origin);
    for (const seen of results) expect(seen).toMatch(/^(TypeError|opaque 0 0)$/);
    expect(intentsOf(stage)).not.toContain("BLOCKED");
    const events = await page.evaluate(
      (origin) =>
        new Promise((resolve) => {
          const source = new EventSource(`${origin}/api/events`, { withCredentials: true });
          source.onopen = () => resolve("open");
          source.onerror = () => resolve("refused");
        }),
      stage.origin,
    );
    expect(events).toBe("refused");
  });

  it("cannot put the page into a frame, nor reach a page that it opened", async () => {
    const stage = await serveScene({});
    const opened = await openPage(stage);
    const site = await otherSite(`<iframe src="${stage.origin}/"></iframe>`);
    const { page } = await openTabAt(opened, site);
    await page.waitForTimeout(500);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    expect(frame?.url()).toMatch(/^chrome-error:/);
    const reached = await page.evaluate(async (origin) => {
      const other = globalThis.open(`${origin}/`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return other === null ? "closed" : String(other.closed);
    }, stage.origin);
    expect(reached).toMatch(/closed|true/);
  });
});

describe("a browser that does not belong here", () => {
  it("sees a sentence and nothing else, without the token or with a wrong one", async () => {
    const stage = await serveScene({});
    const context = await (await browser()).newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const path of ["/", "/enter?token=wrong", "/page/", "/api/intents"]) {
      const response = await page.goto(`${stage.origin}${path}`);
      expect([path, response?.status()]).toEqual([path, 401]);
      expect(await page.content()).not.toContain("JWT");
    }
  });

  it("that has the cookie of an earlier start is told to come in again", async () => {
    const stage = await serveScene({});
    const { page, context } = await openPage(stage);
    await context.clearCookies();
    await page.reload();
    expect(await page.content()).toContain("intentgate serve");
  });
});

async function openTabAt(opened: Parameters<typeof openTab>[0], url: string) {
  const page = await opened.context.newPage();
  await page.goto(url);
  return { page };
}

import { get as httpGet, type IncomingMessage } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { enter, type Stage, serveHere, until } from "../../../../test/support/dashboard/server-stage.ts";
import { topics } from "../api/api.ts";
import { createNews } from "./project/news.ts";

interface Heard {
  event: string;
  id: string;
  data: { topics?: string[] };
}

async function listen({ server }: Pick<Stage, "server">, headers: Record<string, string>) {
  const heard: Heard[] = [];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { host } = new URL(server.url);
    httpGet(`${server.api}/api/events`, { headers: { host, ...headers } }, resolve).on("error", reject);
  });
  onTestFinished(() => void response.destroy());
  let text = "";
  response.setEncoding("utf8");
  response.on("error", () => undefined); // the end of the test cuts it off
  response.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const fields = new Map(
        text
          .slice(0, end)
          .split("\n")
          .map((line) => line.split(/: (.*)/) as [string, string]),
      );
      text = text.slice(end + 2);
      if (fields.has("event"))
        heard.push({
          event: fields.get("event") ?? "",
          id: fields.get("id") ?? "",
          data: JSON.parse(fields.get("data") ?? "{}"),
        });
    }
  });
  const topicsHeard = () => new Set(heard.flatMap((one) => one.data.topics ?? []));
  return { response, heard, topicsHeard };
}

describe("what is told live", () => {
  it("is heard in every tab, whoever made the change", async () => {
    const stage = await serveHere({ files: { "src/a.ts": "one\n" } });
    const { cookie } = await enter(stage.server);
    const [one, other] = [await listen(stage, { cookie }), await listen(stage, { cookie })];
    await until(() => one.heard.length > 0 && other.heard.length > 0);
    expect(one.heard[0]).toMatchObject({ event: "hello", data: {} });
    await stage.call("select_active_intent", { intent_id: "INT-001" });
    await stage.call("write_to_file", { path: "src/new.ts", content: "new\n" });
    stage.put(".orchestration/policy.yaml", "mode: observe\n");
    for (const tab of [one, other])
      await until(() => ["calls", "sessions", "ledger", "policy"].every((topic) => tab.topicsHeard().has(topic)));
  });

  it("keeps calls waiting as long as a page listens", async () => {
    const stage = await serveHere({});
    const { cookie } = await enter(stage.server);
    expect(stage.gate.home.store.approvals.isWatched()).toBe(false);
    const tab = await listen(stage, { cookie });
    await until(() => stage.gate.home.store.approvals.isWatched());
    tab.response.destroy();
    await stage.server.stop();
    expect(stage.gate.home.store.approvals.isWatched()).toBe(false);
  });

  it("tells who was away what they missed, and who was away for longer everything", async () => {
    const stage = await serveHere({});
    const { cookie } = await enter(stage.server);
    const first = await listen(stage, { cookie });
    const hello = await until(() => first.heard[0]);
    first.response.destroy();
    await stage.send("POST", "/api/intents", { name: "x", owned_scope: [] });
    const back = await listen(stage, { cookie, "last-event-id": hello.id });
    const missed = await until(() => back.heard[1]);
    expect(missed.data.topics).toContain("intents");
    expect(missed.data.topics).not.toContain("hooks");
    for (const strange of ["other-7", "", "x".repeat(5_000), `${hello.id.split("-")[0]}-NaN`]) {
      const stranger = await listen(stage, { cookie, "last-event-id": strange });
      expect((await until(() => stranger.heard[1])).data.topics).toEqual([...topics]);
    }
  });

  it("forgets who went away, so that a page can be opened as often as one likes", async () => {
    const stage = await serveHere({});
    const { cookie } = await enter(stage.server);
    // Who went away is let in again once the server has heard of it.
    const opened = () =>
      until(async () => {
        const tab = await listen(stage, { cookie });
        return tab.response.statusCode === 200 && tab;
      });
    for (let times = 0; times < 80; times++) (await opened()).response.destroy();
    for (let times = 0; times < 64; times++) await opened();
    expect((await stage.get("/api/events")).status).toBe(503);
  });

  it("is told to nobody without the cookie or from another site", async () => {
    const stage = await serveHere({});
    const { cookie } = await enter(stage.server);
    for (const headers of [
      {},
      { cookie: "x=y" },
      { cookie, origin: "http://evil.example" },
      { cookie, "sec-fetch-site": "same-site" },
    ]) {
      const { response } = await listen(stage, headers as Record<string, string>);
      expect(response.statusCode).toBeGreaterThanOrEqual(401);
      expect(response.headers["content-type"]).not.toContain("event-stream");
    }
  });
});

describe("news", () => {
  it("are gathered, in order, and each topic is told once", async () => {
    const news = createNews();
    const heard: string[][] = [];
    const forget = news.listen((changed) => heard.push(changed));
    const before = news.now();
    for (let times = 0; times < 1_000; times++) news.tell(["ledger", "calls"]);
    await until(() => heard.length > 0);
    expect(heard).toEqual([["calls", "ledger"]]);
    expect([news.since(before), news.since(news.now())]).toEqual([["calls", "ledger"], []]);
    forget();
    forget();
    expect(news.listeners).toBe(0);
  });
});

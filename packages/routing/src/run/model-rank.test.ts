import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plantSmallRepository } from "../../../../test/support/routing/small-repository.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createRouting } from "./create-routing.ts";

let folder: string;
let server: Server;
let asked: { path: string; key: string | undefined; body: { model: string; messages: { content: string }[] } }[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeEach(async () => {
  folder = tempFolder("model");
  mkdirSync(join(folder, "state"));
  plantSmallRepository(join(folder, "root"));
  const second = join(folder, "root/.system/registry/low-level/mail.release.yaml");
  writeFileSync(
    second,
    'operation_key: mail.release\nsummary: Send a mail about a release.\nrouting_hints: { keywords: ["release mail"] }\n',
  );
  asked = [];
  answer = says(["mail.release", "release_train"]);
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      asked.push({ path: request.url ?? "", key: request.headers.authorization, body: JSON.parse(body) });
      answer(response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const says = (ids: unknown) => (response: ServerResponse) =>
  void response.end(JSON.stringify({ choices: [{ message: { content: `Here: ${JSON.stringify(ids)}` } }] }));
const prompt = "cut a release and send a mail about the new version";
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function settings(more = ""): void {
  const text = `model_matcher:\n  url: ${origin()}/v1\n  model: small\n${more}`;
  writeFileSync(join(folder, "state/settings.yaml"), text);
}

function suggest(env: NodeJS.ProcessEnv = {}) {
  const routing = createRouting(join(folder, "root"), {
    now: () => new Date(),
    stateDir: join(folder, "state"),
    env,
    environment: () => "dev",
  });
  return routing.suggest({ prompt, stage: null, hints: [], intent: null });
}
const ids = async (env?: NodeJS.ProcessEnv) => (await suggest(env)).abilities.map(({ id }) => id);

describe("without settings of the user's own", () => {
  it("nothing is sent anywhere, whatever the repository says", async () => {
    for (const place of ["settings.yaml", ".system/settings.yaml", ".system/registry/config/settings.yaml"]) {
      const path = join(folder, "root", place);
      writeFileSync(path, `model_matcher: { url: "${origin()}/v1", model: small }\n`);
    }
    expect((await ids()).length).toBeGreaterThan(1);
    expect(asked).toEqual([]);
  });
});

describe("a model that the user configured", () => {
  it("orders what the text found", async () => {
    const before = await ids();
    expect(before[0]).not.toBe("mail.release");
    settings("  key_env: OUR_KEY\n");
    expect(await ids({ OUR_KEY: "k-1" })).toEqual(["mail.release", "release_train"]);
    expect(asked).toMatchObject([{ path: "/v1/chat/completions", key: "Bearer k-1", body: { model: "small" } }]);
    expect(asked[0]?.body.messages[1]?.content).toContain(prompt);
  });

  it("cannot add an id", async () => {
    settings();
    answer = says(["rm_rf", "mail.release", "../x"]);
    const { abilities, notes } = await suggest();
    expect(abilities.map(({ id }) => id)).toEqual(["mail.release"]);
    expect(notes.join()).toContain("named 2 that were not asked about");
    expect(asked[0]?.key).toBeUndefined();
  });

  it.each<[string, (response: ServerResponse, request: IncomingMessage) => void]>([
    ["does not answer in time", () => undefined],
    ["answers with an error", (response) => void response.writeHead(500).end("no")],
    ["sends us elsewhere", (response, { url }) => void response.writeHead(307, { location: `/other${url}` }).end()],
    ["says no JSON", (response) => void response.end("<html>")],
    ["says nothing", (response) => void response.end("{}")],
    ["talks", (response) => void response.end(JSON.stringify({ choices: [{ message: { content: "I think so" } }] }))],
    ["names nothing that was asked about", says(["x"])],
    ["answers with objects", says([{ id: "mail.release" }])],
    ["does not stop talking", (response) => void response.end(`{"choices":"${"x".repeat(200_000)}"}`)],
    ["hangs up", (response) => void response.destroy()],
  ])("that %s leaves the order of the text, with a note", async (_, behaviour) => {
    const before = await ids();
    settings("  timeout_ms: 400\n");
    answer = behaviour;
    const { abilities, notes } = await suggest();
    expect(abilities.map(({ id }) => id)).toEqual(before);
    expect(notes.join()).toContain("the model did not help");
    expect(asked).toHaveLength(1);
  });

  it("is not asked without its key, nor where the settings cannot be read", async () => {
    const before = await ids();
    settings("  key_env: NOT_SET\n");
    expect(await ids({})).toEqual(before);
    settings("  keyenv: X\n");
    const { abilities, notes } = await suggest();
    expect(abilities.map(({ id }) => id)).toEqual(before);
    expect(notes.join()).toContain("BAD_SETTINGS");
    expect(asked).toEqual([]);
  });
});

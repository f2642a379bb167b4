/** At every door an agent tries to be the person: it declares that it can ask, and accepts whatever it is asked. */
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { editor } from "../../../test/support/mcp/acp-stage.ts";
import { connectGateway, filesystemServer } from "../../../test/support/mcp/gateway-stage.ts";
import { call, connect, listen, type Planted, plant } from "../../../test/support/mcp/server-stage.ts";
import { searchRows } from "../../../test/support/search-runs.ts";

const WIDER = { additional_globs: ["**"], reason: "I need it" };
const options = { capabilities: { elicitation: { form: {} } } };

/** Whoever answers so is no person. */
function accepting(asked: string[]) {
  return (client: Client) =>
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { answer: "once" } };
    });
}

const doors: Record<string, (planted: Planted, asked: string[]) => Promise<Client>> = {
  "the server with a session of its own": (planted, asked) =>
    connect(planted, ["--own-session"], options, accepting(asked)),
  "the same, with rounds": (planted, asked) =>
    connect(planted, ["--own-session"], { ...options, versionNegotiation: { mode: "auto" } }, accepting(asked)),
  "the server over HTTP": async (planted, asked) =>
    (await listen(planted, ["--own-session"])).connect(options, accepting(asked)),
  "the server below hooks": (planted, asked) => connect(planted, [], options, accepting(asked)),
  "the gateway": (planted, asked) =>
    connectGateway(planted, ["--", process.execPath, filesystemServer, planted.root], {
      options,
      prepare: accepting(asked),
    }),
};
const policies: Record<string, string> = {
  "no policy": "",
  "a policy that leaves it open": "approval: { approver: any }\n",
  "a policy that names the inbox": "approval: { approver: inbox }\n",
  "a policy that names the terminal": "approval: { approver: terminal }\n",
};
const scopeOf = (planted: Planted) => {
  const rules = planted.gate().home.rules();
  return rules.ok ? [...rules.value.intents.values()].map(({ owned_scope }) => owned_scope) : null;
};

describe.each(Object.entries(doors).map(([door, open], at) => [door, open, at] as const))("%s", (_door, open, at) => {
  it.each(searchRows(Object.entries(policies), at))(
    "does not take an agent for the person: %s",
    async (_policy, policy) => {
      const planted = plant({ files: { "src/a.ts": "a\n" }, policy });
      const asked: string[] = [];
      const before = scopeOf(planted);
      const client = await open(planted, asked);
      await call(client, "select_active_intent", { intent_id: "INT-001" });
      const widened = await call(client, "request_scope_expansion", WIDER);
      expect(widened.isError).toBe(true);
      const proposed = await call(client, "propose_intent", { name: "Mine", owned_scope: ["**"] });
      expect(proposed.isError).toBe(true);
      expect([asked, scopeOf(planted)]).toEqual([[], before]);
    },
  );
});

describe("an agent behind ACP", () => {
  it.each([
    ["reject", true],
    ["once", false],
  ])("is not asked what its editor is asked; the editor's %s counts", async (answer, isRefused) => {
    const stage = await editor({ answer });
    const [, widened, asked] = await stage.play([
      { do: "mcp", tool: "select_active_intent", input: { intent_id: "INT-001" } },
      { do: "mcp", tool: "request_scope_expansion", input: { additional_globs: ["docs/**"], reason: "I need it" } },
      { do: "asked" },
    ]);
    expect(asked.flat()).not.toContain("elicitation/create");
    expect(widened.code === "SCOPE_VIOLATION").toBe(isRefused);
    const questions = stage.seen.filter(({ method }) => method === "session/request_permission");
    expect(JSON.stringify(questions)).toContain("docs/**");
    expect(JSON.stringify(scopeOf(stage.planted)).includes("docs/**")).toBe(!isRefused);
  });

  it("is not the person either where the policy lets clients be asked", async () => {
    const stage = await editor({ answer: "reject", policy: "approval: { approver: client }\n" });
    const [, widened, asked] = await stage.play([
      { do: "mcp", tool: "select_active_intent", input: { intent_id: "INT-001" } },
      { do: "mcp", tool: "request_scope_expansion", input: WIDER },
      { do: "asked" },
    ]);
    expect(asked.flat()).not.toContain("elicitation/create");
    expect(widened.code).toBe("SCOPE_VIOLATION");
  });
});

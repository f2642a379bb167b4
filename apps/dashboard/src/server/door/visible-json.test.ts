import { Hono } from "hono";
import { expect, it } from "vitest";
import { hidesNothing } from "../../../../../test/support/text-sinks.ts";
import { withVisibleJson } from "./entrance.ts";

async function answered(text: string): Promise<string> {
  const app = new Hono();
  app.use("*", withVisibleJson());
  app.get("/", (context) => context.json({ [text]: [text] }, 201));
  return (await app.request("/")).text();
}

hidesNothing({ "JSON of the server": answered });

it("means what it meant, and stays the answer that it was", async () => {
  const text = "a\u202eb 👨‍👩‍👧 \u0000";
  expect(JSON.parse(await answered(text))).toEqual({ [text]: [text] });
});

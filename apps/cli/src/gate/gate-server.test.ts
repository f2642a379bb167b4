/** The door says a whole reply or nothing, and leaves to a process of its own what a launcher could not take. */
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Reply } from "@intentgate/hosts";
import { describe, expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { passText, replyText } from "../launcher/wire.ts";
import { createGateServer } from "./gate-server.ts";

const nonce = "0123456789abcdef";

interface Door {
  folder: string;
  errors: unknown[];
  say(bytes: string): Promise<string>;
}

async function door(answer: () => Promise<Reply | null>): Promise<Door> {
  const folder = tempFolder("gate-server");
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const server = createGateServer({ answer, onBusy: () => undefined, onError, folder });
  const socket = join(folder, "socket");
  await new Promise<void>((ready) => server.listen(socket, ready));
  onTestFinished(() => {
    server.close();
  });
  const say = (bytes: string) =>
    new Promise<string>((done) => {
      const to = connect(socket);
      let heard = "";
      to.on("data", (more) => {
        heard += more;
      });
      to.on("error", () => undefined);
      to.on("close", () => done(heard));
      to.end(bytes);
    });
  return { folder, errors, say };
}

/** `env`: what a launcher with perl lists; null for one in a shell alone. */
const request = (env: readonly string[] | null) =>
  [
    "intentgate",
    "1",
    "0.0.0",
    nonce,
    "7",
    "/",
    "1",
    env === null ? "-" : env.length,
    "codex",
    ...(env ?? []),
    "{}",
  ].join("\0");

const reply = (size: number): Reply => ({ stdout: "x".repeat(size), stderr: "no", exitCode: 2 });

describe("the door of the gate", () => {
  it.each<[string, readonly string[] | null, number, boolean]>([
    ["a launcher with perl gets a reply", ["A=1"], 10, true],
    ["one in a shell alone gets it too", null, 10, true],
    ["a launcher with perl gets a long one whole", ["A=1"], 300_000, true],
    ["one in a shell alone, which would take seconds to look through it, is to help itself", null, 100_000, false],
  ])("%s", async (_name, env, size, isSaid) => {
    const { say } = await door(async () => reply(size));
    expect(await say(request(env))).toBe(isSaid ? replyText(nonce, reply(size)) : passText(nonce));
  });

  it("what is not for the gate is passed", async () => {
    const { say } = await door(async () => null);
    expect(await say(request([]))).toBe(passText(nonce));
  });

  it.each([
    "",
    "GET / HTTP/1.1\r\n\r\n",
    request([]).replace("intentgate", "Intentgate"),
    request([]).replace(nonce, "short"),
    request(["A=1"]).slice(0, 40),
  ])("%j gets no word", async (bytes) => {
    const { say, errors } = await door(async () => reply(1));
    expect([await say(bytes), errors]).toEqual(["", []]);
  });

  it("a decision that breaks gets no word, and is told", async () => {
    const { say, errors } = await door(async () => {
      throw new Error("broken");
    });
    expect(await say(request([]))).toBe("");
    expect(errors).toEqual([new Error("broken")]);
  });

  it("removes what a launcher in a shell kept of this very call", async () => {
    const { folder, say } = await door(async () => reply(1));
    const [own, other] = [join(folder, `call-${nonce}`), join(folder, "call-fedcba9876543210")];
    for (const file of [own, other]) writeFileSync(file, "{}");
    await say(request(null));
    expect([existsSync(own), existsSync(other)]).toEqual([false, true]);
  });
});

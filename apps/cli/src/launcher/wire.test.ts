import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passText, readRequest, replyText } from "./wire.ts";

const nonce = "0123456789abcdef-0123";

function request(fields: readonly (string | number)[], payload: Buffer | string = ""): Buffer {
  return Buffer.concat([Buffer.from(fields.map((field) => `${field}\0`).join("")), Buffer.from(payload)]);
}

const head = ["intentgate", 1, "0.1.0", nonce, 77, "/work"] as const;

describe("a request", () => {
  it("keeps every word and every byte", () => {
    const text = fc.string({ unit: "binary" }).map((one) => Buffer.from(one.replaceAll("\0", "")).toString());
    fc.assert(
      fc.property(fc.array(text), fc.array(text), fc.uint8Array(), (args, env, bytes) => {
        const read = readRequest(request([...head, args.length, env.length, ...args, ...env], Buffer.from(bytes)));
        expect(read).toEqual({
          version: "0.1.0",
          nonce,
          pid: 77,
          cwd: "/work",
          args,
          env,
          payload: Buffer.from(bytes),
        });
      }),
    );
  });

  it("may come without an environment, which is not the same as an empty one", () => {
    expect(readRequest(request([...head, 0, "-"], "{}"))).toMatchObject({ env: null, payload: Buffer.from("{}") });
    expect(readRequest(request([...head, 0, 0], "{}"))).toMatchObject({ env: [], payload: Buffer.from("{}") });
  });

  it.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["another word first", request(["intentgat", ...head.slice(1), 0, 0])],
    ["another protocol", request(["intentgate", 2, ...head.slice(2), 0, 0])],
    ["a protocol with something behind it", request(["intentgate", "1 ", ...head.slice(2), 0, 0])],
    ["a nonce that is too short", request(["intentgate", 1, "0.1.0", "0123", 77, "/", 0, 0])],
    ["a nonce that is no nonce", request(["intentgate", 1, "0.1.0", `${nonce}\n`, 77, "/", 0, 0])],
    ["a nonce that leads elsewhere", request(["intentgate", 1, "0.1.0", "../../../../../../x", 77, "/", 0, 0])],
    ["no process", request(["intentgate", 1, "0.1.0", nonce, "", "/", 0, 0])],
    ["a process below zero", request(["intentgate", 1, "0.1.0", nonce, -1, "/", 0, 0])],
    ["fewer words than it says", request([...head, 2, 0, "one"])],
    ["fewer variables than it says", request([...head, 1, 1, "one"])],
    ["more words than anybody has", request([...head, 4_000_000_000, 0])],
    ["a number that is none", request([...head, "1e3", 0])],
    ["its end before all fields", request(head)],
  ])("is none with %s", (_what, bytes) => expect(readRequest(bytes)).toBeNull());

  it("is none when it is cut anywhere before its payload", () => {
    const whole = request([...head, 1, 1, "word", "A=b"]);
    for (let end = 0; end < whole.length; end++) expect(readRequest(whole.subarray(0, end))).toBeNull();
    expect(readRequest(whole)).not.toBeNull();
  });
});

it("a reply names the nonce before, between and after its parts", () => {
  const text = replyText(nonce, { stdout: "out\n", stderr: "", exitCode: 2 });
  expect(text).toBe(`intentgate 1 ${nonce} 2\nout\n\n${nonce}\n\n${nonce}\n`);
  expect(passText(nonce)).toBe(`intentgate 1 ${nonce} pass\n`);
});

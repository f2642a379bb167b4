/** Whoever answers on the socket, the launcher prints a reply that is certainly the gate's, or lets a process of its own decide. */
import { spawn } from "node:child_process";
import { chmodSync, chownSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asNobody, coldSays, makeStage, shells, transports } from "../../../../test/support/cli/launcher-stage.ts";
import { perlDoubt, perlSource } from "./launcher-perl.ts";
import { type GateRequest, passText, replyText } from "./wire.ts";

type Answer = (socket: Socket, nonce: string, request: GateRequest) => void;

const yes = { stdout: "", stderr: "", exitCode: 0 } as const;
const says = (text: (nonce: string) => string | Buffer): Answer => {
  return (socket, nonce) => void socket.end(text(nonce));
};

const strangers: [string, Answer][] = [
  ["says yes without the nonce", says(() => "intentgate 1  0\n\n\n\n\n")],
  [
    "says yes with a nonce of its own",
    says((nonce) =>
      replyText(
        nonce.replace(/^./, (c) => (c === "0" ? "1" : "0")),
        yes,
      ),
    ),
  ],
  ["says yes with an empty nonce", says(() => replyText("", yes))],
  ["speaks another protocol", says((nonce) => replyText(nonce, yes).replace("intentgate 1", "intentgate 2"))],
  ["speaks no protocol", says(() => "HTTP/1.1 200 OK\r\n\r\n{}")],
  ["says nothing and goes", says(() => "")],
  ["sends back what it got", (socket, _nonce, { payload }) => void socket.end(payload)],
  ["sends bytes that are no text", says(() => Buffer.from([0, 255, 10, 0, 43, 254, 10]))],
  ["breaks off after the head", says((nonce) => `intentgate 1 ${nonce} 0\n`)],
  ["breaks off within the text", says((nonce) => `intentgate 1 ${nonce} 0\n{"decision":"al`)],
  ["breaks off before the last nonce", says((nonce) => replyText(nonce, yes).slice(0, -nonce.length - 2))],
  ["breaks off within the last nonce", says((nonce) => replyText(nonce, yes).slice(0, -3))],
  ["goes on after the end", says((nonce) => `${replyText(nonce, yes)}and more`)],
  ["puts something before the head", says((nonce) => `x${replyText(nonce, yes)}`)],
  ["ends with 1", says((nonce) => replyText(nonce, yes).replace(`${nonce} 0`, `${nonce} 1`))],
  ["ends with 02", says((nonce) => replyText(nonce, yes).replace(`${nonce} 0`, `${nonce} 02`))],
  ["ends with nothing", says((nonce) => replyText(nonce, yes).replace(`${nonce} 0`, `${nonce} `))],
  ["says no line of its own after the end", says((nonce) => replyText(nonce, yes).replace(" 0\n", " 0 "))],
  ["puts something between signs of life and the head", says((nonce) => `++ ${replyText(nonce, yes)}`)],
  [
    "puts its reply after one to somebody else",
    says((nonce) => `${replyText("0".repeat(32), yes)}${replyText(nonce, yes)}`),
  ],
  ["lets the two ends overlap", says((nonce) => `intentgate 1 ${nonce} 0\n\n${nonce}\n`)],
  ["passes it on", says((nonce) => passText(nonce))],
  [
    "passes it on after a while",
    (socket, nonce) => {
      socket.write("+");
      setTimeout(() => socket.end(passText(nonce)), 300);
    },
  ],
  ["breaks the connection", (socket) => void socket.destroy()],
  ["never answers", () => undefined],
  ["lives on for a while and then never answers", (socket) => void socket.write("+++")],
  ["stops in the middle", (socket, nonce) => void socket.write(`intentgate 1 ${nonce} 0\n{`)],
];

const input = Buffer.from('{"tool_name":"Write"}\n');

describe.each(transports)("over $kind", (transport) => {
  describe.each(shells)("in %s", (_name, shell) => {
    it.each(strangers)("a stranger that %s gets nothing through", async (_what, answer) => {
      const stage = makeStage(transport);
      await stage.answerWith((socket, request) => {
        if (request) answer(socket, request.nonce, request);
      });
      expect(await stage.launch(shell, input)).toEqual({ code: 0, out: coldSays(input), err: "" });
      expect(stage.heard.map(({ payload }) => payload.toString())).toEqual([input.toString()]);
      expect(readdirSync(stage.gate)).toEqual(["socket"]);
    });

    it.each<[string, string, string, 0 | 2]>([
      ["nothing", "", "", 0],
      ["a yes", '{"decision":"allow"}\n', "", 0],
      ["a no with its reason", '{"reason":"«é» \\\\ %s $(x) `y`"}\n', "no: 'two'\nlines\n\n", 2],
      ["many lines", `${"line\n".repeat(3_000)}\n\n`, "", 0],
      // A shell looks through a text again and again: the longest that the gate gives to one.
      ["more than a pipe holds", "é".repeat(transport.kind === "perl" ? 200_000 : 15_000), "e".repeat(70_000), 2],
    ])("a reply with %s is printed as it is", async (_what, stdout, stderr, exitCode) => {
      const stage = makeStage(transport);
      await stage.answerWith((socket, request) => {
        socket.write("++");
        socket.end(replyText(request?.nonce ?? "", { stdout, stderr, exitCode }));
      });
      expect(await stage.launch(shell, input)).toEqual({ code: exitCode, out: stdout, err: stderr });
    });

    it.each<[string, Buffer]>([
      ["nothing", Buffer.alloc(0)],
      ["a megabyte", Buffer.alloc(1_000_000, "äé\n")],
      ["zeros", Buffer.from([123, 0, 0, 125, 0])],
      ["only newlines", Buffer.from("\n\n\n")],
      ["bytes that are no text", Buffer.from([255, 254, 0, 10, 13, 10, 128])],
    ])("a payload of %s comes whole to the gate, and to the process that takes its place", async (_what, payload) => {
      const stage = makeStage(transport);
      await stage.answerWith((socket, request) => void socket.end(passText(request?.nonce ?? "")));
      const ran = await stage.launch(shell, payload);
      expect(stage.heard.map((one) => one.payload.equals(payload))).toEqual([true]);
      expect(ran).toEqual({ code: 0, out: coldSays(payload), err: "" });
    });

    it("the gate is told who asks, from where, and with which words", async () => {
      const stage = makeStage(transport);
      await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
      const words = ["--root", "/a b/it's\n", "codex", "PreToolUse"];
      expect((await stage.launch(shell, input, words)).code).toBe(0);
      const [request] = stage.heard;
      expect(request?.args).toEqual(words);
      expect(request?.cwd).toBe("/");
      expect(request?.pid).toBeGreaterThan(1);
      if (transport.kind === "perl") expect(request?.env).toContain("PATH=/usr/bin:/bin");
      else expect(request?.env).toBeNull();
    });

    it("a gate in a folder with a long name is asked as well", async () => {
      const stage = makeStage(transport, {}, "deep folder/".repeat(12));
      await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
      expect(await stage.launch(shell, input)).toEqual({ code: 0, out: "", err: "" });
      expect(stage.heard.map(({ cwd, payload }) => [cwd, payload.toString()])).toEqual([["/", input.toString()]]);
      const passed = makeStage(transport, {}, "deep folder/".repeat(12));
      await passed.answerWith((socket) => socket.destroy());
      expect((await passed.launch(shell, input)).out).toBe(coldSays(input));
    });

    it("nobody is asked where there is no socket, or something else in its place", async () => {
      const stage = makeStage(transport);
      expect((await stage.launch(shell, input)).out).toBe(coldSays(input));
      writeFileSync(join(stage.gate, "socket"), "yes");
      expect((await stage.launch(shell, input)).out).toBe(coldSays(input));
    });

    it("nobody is asked where the one who listened was killed", async () => {
      const stage = makeStage(transport);
      const script = `process.chdir(${JSON.stringify(stage.gate)}); require("node:net").createServer().listen("socket", () => console.log())`;
      const killed = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"], ...asNobody });
      await new Promise((ready) => killed.stdout.once("data", ready));
      killed.kill("SIGKILL");
      await new Promise((gone) => killed.once("exit", gone));
      expect(readdirSync(stage.gate)).toEqual(["socket"]);
      expect(await stage.launch(shell, input)).toEqual({ code: 0, out: coldSays(input), err: "" });
    });

    it.runIf(asNobody.uid !== undefined)("a folder of another user is not believed", async () => {
      const stage = makeStage(transport);
      await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
      chownSync(stage.gate, 0, 0);
      chmodSync(stage.gate, 0o777);
      expect((await stage.launch(shell, input)).out).toBe(coldSays(input));
      expect(stage.heard).toEqual([]);
    });

    it.each<[string, string, Partial<Launch>]>([
      ["codex", "PreToolUse", { code: 2, out: "" }],
      ["copilot-cli", "preToolUse", { code: 2, out: "" }],
      ["gemini-cli", "BeforeTool", { code: 2, out: "" }],
      ["opencode", "tool.execute.before", { code: 2, out: "" }],
      ["cline", "tool_call", { code: 2 }],
    ])("without the program itself the answer to %s is its no", async (host, event, wanted) => {
      const stage = makeStage(transport);
      rmSync(join(stage.state, "../../cold program"));
      await stage.answerWith((socket) => socket.destroy());
      expect(await stage.launch(shell, input, [host, event])).toMatchObject(wanted);
      const bare = makeStage(transport, { node: "/nowhere/node" });
      rmSync(join(bare.state, "../../cold program"));
      expect(await bare.launch(shell, input, [host, event])).toMatchObject(wanted);
    });
  });
});

interface Launch {
  code: number;
  out: string;
}

describe.each(shells)("in %s", (_name, shell) => {
  it("without perl and netcat a process of its own answers", async () => {
    for (const kind of ["perl", "netcat"] as const) {
      const stage = makeStage({ kind, path: "/nowhere/program" });
      await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
      expect(await stage.launch(shell, input)).toEqual({ code: 0, out: coldSays(input), err: "" });
    }
    expect((await makeStage({ kind: "none" }).launch(shell, input)).out).toBe(coldSays(input));
  });

  it("a perl that cannot be run, or does not know what it is asked, says no yes", async () => {
    const stage = makeStage({ kind: "perl", path: "/bin/false" });
    await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
    expect((await stage.launch(shell, input)).code).toBe(2);
  });

  it("a folder that others may enter is not believed", async () => {
    const stage = makeStage({ kind: "perl", path: "/usr/bin/perl" });
    await stage.answerWith((socket, request) => void socket.end(replyText(request?.nonce ?? "", yes)));
    chmodSync(stage.gate, 0o755);
    expect((await stage.launch(shell, input)).out).toBe(coldSays(input));
    expect(stage.heard).toEqual([]);
  });
});

it.each(["linux", "darwin"] as const)("the parts in perl for %s can stand between single quotes", (platform) => {
  const gates = ["/s/it's", `/s/${"long/".repeat(30)}it's`];
  for (const text of [perlDoubt, ...gates.map((gate) => perlSource(gate, platform))]) expect(text).not.toContain("'");
});

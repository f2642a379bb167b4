/** Names that are not UTF-8: refused where a call names one, seen and recorded where a program made one. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allowed, refused, workingGate, write } from "./gate-scene.ts";
import { call, makeScene } from "./scene.ts";
import { done } from "./steps.ts";

const command = (text: string) => ["execute_command", { command: text }] as const;

describe("a call that names one", () => {
  it.each([
    "echo x > $'src/auth/a\\xff'",
    "echo x > $'src/auth/a\\377'",
    "touch $'src/auth/\\xe9t'",
    "cp src/auth/token.ts $'src/auth/\\xc3'",
    "rm $'src/auth/a\\xed\\xa0\\x80'",
    "mv src/auth/token.ts $'src/auth/\\xc0\\xaf'",
  ])("in a command is not let pass unasked: %s", async (text) => {
    const gate = await workingGate();
    await refused(gate, "NO_ANSWER", ...command(text));
  });

  it.each(["src/auth/a\ufffd", "src/auth/a\udcff", "src/\ufffd/a.ts"])(
    "in a file tool is refused: %j",
    async (path) => {
      await refused(await workingGate(), "SCOPE_VIOLATION", ...write(path));
    },
  );
});

describe("a program that makes one", () => {
  const policy = 'commands:\n  - run: sh make.sh\n    args: none\n    writes: ["src/auth/**"]\n';
  const files = {
    "make.sh": "printf 'one\\n' > src/auth/a$(printf '\\377').txt; printf 'two\\n' > lib$(printf '\\351').txt\n",
  };

  it("is seen: the record names it in one way, inside the scope and outside of it", async () => {
    const gate = await workingGate({ policy, files });
    const answer = await allowed(gate, ...command("sh make.sh"));
    const paths = gate.ledger().flatMap((record) => record.files.map((file) => file.relative_path));
    expect(paths.toSorted()).toEqual(["lib\udce9.txt", "src/auth/a\udcff.txt"]);
    expect(answer.notices).toMatchObject([{ kind: "violation", paths: ["lib\udce9.txt"] }]);
    const count = gate.ledger().length;
    await allowed(gate, ...command("sh make.sh")); // the same again
    expect(gate.ledger()).toHaveLength(count);
    gate.put("make.sh", "printf 'three\\n' > src/auth/a$(printf '\\377').txt\n");
    await allowed(gate.reopened(), ...command("sh make.sh"));
    expect(
      gate
        .ledger()
        .at(-1)
        ?.files.map((file) => file.relative_path),
    ).toEqual(["src/auth/a\udcff.txt"]);
  });

  it("is told of and left where it is where violations are put back", async () => {
    const gate = await workingGate({ policy: `${policy}on_violation: revert\n`, files });
    const answer = await allowed(gate, ...command("sh make.sh"));
    expect(answer.notices.map(({ kind }) => kind)).toContain("violation");
    await allowed(gate, ...write("src/auth/next.ts"));
  });

  it("does not keep the questions about lines from being answered", async () => {
    const scene = makeScene({ policy, files });
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "execute_command", { command: "sh make.sh" });
    await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "export const a = 1;\n" });
    expect(await done(scene, "why", "src/auth/new.ts:1")).toContain("INT-001");
    expect(await done(scene, "blame", "src/auth/new.ts")).toContain("INT-001");
    expect(await done(scene, "impact", "INT-001")).toContain("a\\udcff.txt");
    for (const words of [["trace", "verify"], ["coverage"], ["map"], ["status"]]) await done(scene, ...words);
    writeFileSync(Buffer.concat([Buffer.from(`${scene.repo}/by-hand`), Buffer.from([0xfe])]), "x\n");
    await call(scene, "execute_command", { command: "sh make.sh" });
  });
});

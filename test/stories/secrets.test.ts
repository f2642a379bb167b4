import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, type Gate, openGate, refused, withPerson, workingGate } from "./gate-scene.ts";

/** Put together here, so that nobody's search for keys stops at this file. */
const AWS = ["AKIA", "QZ7RT3WNKD5MHVUX"].join("");
const RANDOM = "q8Wz3nK5tR7vY2bM9x";
const PLACE = "src/auth/config.ts";

/** All that the gate keeps of a session, in the repository and in its state folder. */
function kept(gate: Gate): string {
  const { home, stateDir } = gate.workspace;
  const texts = [home.sidecar, stateDir].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/[\\/](?:kept|compiled)(?:$|[\\/])/.test(entry.parentPath))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")),
  );
  return texts.join("\n");
}

const ask = (gate: Gate, input: object, tool = "write_to_file") =>
  withPerson(gate, { reject: "no" }, () => gate.call(tool, input));

describe("a key that an agent writes down in its scope", () => {
  it.each([
    ["a new file", "write_to_file", { path: PLACE, content: `export const key = "${AWS}";\n` }],
    ["an edit", "edit", { file_path: "src/auth/token.ts", old_string: "1", new_string: `"${AWS}"` }],
    ["a patch", "apply_patch", { patch: `*** Begin Patch\n*** Add File: ${PLACE}\n+k = "${AWS}"\n*** End Patch\n` }],
    ["a command", "execute_command", { command: `echo 'k = "${AWS}"' > ${PLACE}` }],
    ["a password", "write_to_file", { path: PLACE, content: `const password = "${RANDOM}";\n` }],
    ["two pieces", "write_to_file", { path: PLACE, content: `k = "${AWS.slice(0, 9)}" +\n  "${AWS.slice(9)}";\n` }],
  ])("asks, whatever else would pass, and is masked wherever it is kept: %s", async (_, tool, input) => {
    const gate = await workingGate();
    const { value, asked } = await ask(gate, input, tool);
    expect(value).toMatchObject({ decision: "deny", refusal: { code: "HITL_REJECT" } });
    const [entry] = asked;
    expect(entry?.question?.severity).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(entry?.question?.facts)).toContain("writes down what looks like");
    expect(entry?.question?.why).toContain("what looks like a key or a password");
    const shown = `${JSON.stringify(asked)}${kept(gate)}`;
    for (const secret of [AWS, AWS.slice(9), RANDOM]) expect(shown).not.toContain(secret);
  });

  it("is written after a yes, and neither the ledger nor the decisions tell it", async () => {
    const gate = await workingGate();
    const input = { path: PLACE, content: `export const key = "${AWS}";\n` };
    const { value } = await withPerson(gate, "once", () => gate.call("write_to_file", input));
    expect(value.decision).toBe("allow");
    expect(gate.text(PLACE)).toContain(AWS);
    expect(kept(gate)).not.toContain(AWS);
    // What stands there is not added again.
    await allowed(gate, "edit", { file_path: PLACE, old_string: "export ", new_string: "" });
    await allowed(gate, "write_to_file", { path: PLACE, content: `const key = "${AWS}";\n` });
  });

  it("asks again in another file, and after a yes to all writes", async () => {
    const gate = await workingGate({}, { defaultMode: "strict" });
    await withPerson(gate, "standing", () => gate.call("write_to_file", { path: "src/auth/a.ts", content: "1\n" }));
    await allowed(gate, "write_to_file", { path: "src/auth/b.ts", content: "1\n" });
    for (const path of ["src/auth/c.ts", "src/auth/d.ts"]) {
      const { value } = await ask(gate, { path, content: `k = "${AWS}"\n` });
      expect(value.decision).toBe("deny");
    }
  });

  it("is refused where nobody may be asked, and asks where a rule lets destructive changes pass", async () => {
    const auto = await workingGate({}, { defaultMode: "auto" });
    expect((await auto.call("write_to_file", { path: PLACE, content: `k = "${AWS}"\n` })).decision).toBe("deny");
    const gate = await workingGate({ files: { ".intentignore": "src/auth/** allow_destructive\n" } });
    expect((await ask(gate, { path: PLACE, content: `k = "${AWS}"\n` })).value.decision).toBe("deny");
  });

  it("without an intent or outside the scope is refused as ever", async () => {
    const input = { path: "src/pay/a.ts", content: `k = "${AWS}"\n` };
    await refused(openGate(), "INTENT_REQUIRED", "write_to_file", input);
    await refused(await workingGate(), "SCOPE_VIOLATION", "write_to_file", input);
  });

  it.each([
    ["what stands in for a key", PLACE, 'k = "AKIAIOSFODNN7EXAMPLE"; password = "xxxxxxxxxxxx";\n'],
    ["a variable", PLACE, "password: `$" + "{process.env.DB_PASSWORD_1}`\n"],
    ["a password made up for a test", "src/auth/login.test.ts", `password: "${RANDOM}"\n`],
    ["a password made up for a fixture", "src/auth/fixtures/users.yaml", `password: "${RANDOM}"\n`],
    ["the search for keys itself", PLACE, "const isKey = /-----BEGIN (RSA )?PRIVATE KEY-----/;\n"],
  ])("is none and passes: %s", async (_, path, content) => {
    const gate = await workingGate();
    await allowed(gate, "write_to_file", { path, content });
  });

  it("is one in a test too where it has the form of a real one", async () => {
    const gate = await workingGate();
    const { value } = await ask(gate, { path: "src/auth/login.test.ts", content: `const k = "${AWS}";\n` });
    expect(value.decision).toBe("deny");
  });

  it.each([
    ["a command of several lines", "execute_command", { command: `python3 - <<E\nuser = "x"\ntoken = "${RANDOM}"\nE` }],
    ["a command that is cut", "execute_command", { command: `./run ${"x".repeat(80)} token="${RANDOM}"` }],
    ["the arguments of a tool", "mcp__notes__add", { text: `one\ntoken = "${RANDOM}"\ntwo` }],
    ["a list of them", "mcp__notes__add", { lines: [{ a: `one\r\npassword: "${RANDOM}"` }] }],
    ["an intent", "propose_intent", { name: `Do\ntoken = "${RANDOM}"`, owned_scope: ["docs/**"] }],
  ])("is masked on a later line too, in all that a person is shown: %s", async (_, tool, input) => {
    const gate = await workingGate();
    const { asked } = await ask(gate, input, tool);
    expect(asked).toHaveLength(1);
    expect(`${JSON.stringify(asked)}${kept(gate)}`).not.toContain(RANDOM.slice(0, 8));
  });

  it("is masked in what tells an agent that a file changed, and in a lesson", async () => {
    const gate = await workingGate();
    await allowed(gate, "read_file", { path: "src/auth/token.ts" });
    gate.put("src/auth/token.ts", `const k = "${AWS}";\n`);
    const stale = await refused(gate, "STALE_FILE", "write_to_file", { path: "src/auth/token.ts", content: "2\n" });
    expect(JSON.stringify(stale.meta)).not.toContain(AWS);
    await allowed(gate, "record_lesson", { lesson: `the key is ${AWS}` });
    expect(kept(gate)).not.toContain(AWS);
  });
});

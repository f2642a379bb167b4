import { describe, expect, it } from "vitest";
import { allowed, askingGate, type Gate, intents, patch, refused, withPerson, write } from "./gate-scene.ts";

const file = ".orchestration/active_intents.yaml";
const more = (...additional_globs: string[]) => ({
  request_scope_expansion: { additional_globs, reason: "the bill shows the token" },
});

function widened(...globs: string[]): string {
  const added = globs.map((glob) => `      - ${JSON.stringify(glob)}\n`).join("");
  return intents.replace("      - src/auth/**\n", `      - src/auth/**\n${added}`);
}

/** What the file says, without the date of the last change that the gate adds. */
function undated(gate: Gate): string {
  return gate.text(file).replace(/\n {4}updated_at: .*/g, "");
}

describe("a write that asks for more scope", () => {
  it("is made after a yes, and later writes there pass without a question", async () => {
    const gate = await askingGate();
    const { value, asked } = await withPerson(gate, "once", () =>
      allowed(gate, ...write("src/pay/new.ts", "1\n", more("src/pay/**"))),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.requests).toMatchObject([
      {
        topic: "expansion",
        question: "Widen the scope of INT-001 by src/pay/**?",
        details: { intent: "INT-001", additional_globs: ["src/pay/**"], files: ["src/pay/new.ts"] },
      },
    ]);
    expect(gate.text("src/pay/new.ts")).toBe("1\n");
    expect(undated(gate)).toBe(widened("src/pay/**"));
    expect(gate.ledger()).toMatchObject([
      {
        intent_id: "INT-001",
        files: [{ relative_path: "src/pay/new.ts" }],
        decision: { id: value.invocationId, approval: `once:${asked[0]?.id}` },
      },
    ]);
    expect(gate.rows(value).find((row) => row.phase === "ask")).toMatchObject({ decision: "approved" });
    await allowed(gate, ...write("src/pay/other.ts"));
    await refused(gate, "SCOPE_VIOLATION", ...write("docs/new.md"));
  });

  it("may ask with the text of a JSON object", async () => {
    const gate = await askingGate();
    const asText = { request_scope_expansion: JSON.stringify(more("src/pay/**").request_scope_expansion) };
    await withPerson(gate, "once", () => allowed(gate, ...write("src/pay/new.ts", "1\n", asText)));
    expect(undated(gate)).toBe(widened("src/pay/**"));
  });

  it("is refused after a no, and the scope stays", async () => {
    const gate = await askingGate();
    const { value } = await withPerson(gate, { reject: "not now" }, () =>
      refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts", "1\n", more("src/pay/**"))),
    );
    expect(value.message).toBe("File src/pay/new.ts may not be changed: a person rejected the expansion.");
    expect(value.meta).toMatchObject({
      file_path: "src/pay/new.ts",
      owned_scope: ["src/auth/**"],
      reason: "not now",
      request_scope_expansion: { outcome: "rejected" },
    });
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it("is refused where nobody is there, stays open as a request, and passes once after a later yes", async () => {
    const gate = await askingGate();
    const call = write("src/pay/new.ts", "1\n", more("src/pay/**"));
    const { meta } = await refused(gate, "NO_ANSWER", ...call);
    expect(meta.request_scope_expansion).not.toHaveProperty("outcome");
    const { approvals } = gate.workspace.home.store;
    expect(approvals.list().map((entry) => entry.id)).toEqual([meta.request_id]);
    approvals.answer(String(meta.request_id), { answer: "once", by: "ann", at: new Date().toISOString() });
    await allowed(gate, ...call);
    expect(undated(gate)).toBe(widened("src/pay/**"));
  });

  it.each<[string, readonly [string, object], string]>([
    ["that do not cover the file", write("src/pay/new.ts", "1", more("docs/**")), "src/pay/new.ts"],
    [
      "that cover only the first file of a patch",
      [
        "apply_patch",
        { ...patch("*** Add File: src/pay/new.ts", "+x", "*** Add File: docs/new.md", "+x"), ...more("src/pay/**") },
      ],
      "docs/new.md",
    ],
    ["that are empty", write("src/pay/new.ts", "1", more()), "src/pay/new.ts"],
    ["that only narrow", write("src/pay/new.ts", "1", more("!src/pay/**")), "src/pay/new.ts"],
    ["that lead out of the root", write("src/pay/new.ts", "1", more("src/pay/**", "../**")), "src/pay/new.ts"],
    ["that are absolute", write("src/pay/new.ts", "1", more("/src/pay/**")), "src/pay/new.ts"],
    [
      "without a reason",
      write("src/pay/new.ts", "1", { request_scope_expansion: { additional_globs: ["src/pay/**"] } }),
      "src/pay/new.ts",
    ],
    [
      "as text that is no JSON",
      write("src/pay/new.ts", "1", { request_scope_expansion: "src/pay/**" }),
      "src/pay/new.ts",
    ],
    ["as a list", write("src/pay/new.ts", "1", { request_scope_expansion: ["src/pay/**"] }), "src/pay/new.ts"],
  ])("with globs %s is insufficient, and nobody is asked", async (_what, call, path) => {
    const gate = await askingGate();
    const { value, asked } = await withPerson(gate, "once", () => refused(gate, "SCOPE_VIOLATION", ...call));
    expect(asked).toEqual([]);
    expect(value.meta).toMatchObject({ file_path: path, request_scope_expansion: { outcome: "insufficient" } });
  });

  it("for a place outside the root is refused, and pointed to no wider scope", async () => {
    const gate = await askingGate();
    const call = write("/opt/new.ts", "1", more("**"));
    const { value, asked } = await withPerson(gate, "once", () => refused(gate, "SCOPE_VIOLATION", ...call));
    expect(asked).toEqual([]);
    expect(value.meta).toMatchObject({ file_path: "/opt/new.ts" });
    expect(value.meta).not.toHaveProperty("request_scope_expansion");
    expect(value.meta.remedy).not.toContain("request_scope_expansion");
  });

  it("asks for the whole patch at once, and both files are written after the yes", async () => {
    const gate = await askingGate();
    const both = {
      ...patch("*** Add File: src/pay/new.ts", "+x", "*** Add File: docs/new.md", "+x"),
      ...more("src/pay/**", "docs/**"),
    };
    const { asked } = await withPerson(gate, "once", () => allowed(gate, "apply_patch", both));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.requests[0]?.details.files).toEqual(["src/pay/new.ts", "docs/new.md"]);
    expect(gate.text("docs/new.md")).toBe("x\n");
  });

  it("does not reach a control file by any glob", async () => {
    const gate = await askingGate();
    const { asked } = await withPerson(gate, "once", () =>
      refused(gate, "CONTROL_FILE", ...write(".orchestration/policy.yaml", "mode: observe\n", more("**"))),
    );
    expect(asked).toEqual([]);
  });

  it("does not reach what .intentignore excludes", async () => {
    const gate = await askingGate({ files: { ".intentignore": "src/pay/**\n" } });
    const { asked } = await withPerson(gate, "once", () =>
      refused(gate, "INTENT_IGNORED", ...write("src/pay/new.ts", "1", more("src/pay/**"))),
    );
    expect(asked).toEqual([]);
  });

  it("needs no question where the file is in scope already", async () => {
    const gate = await askingGate();
    await allowed(gate, ...write("src/auth/new.ts", "1\n", more("src/pay/**")));
    expect(gate.text(file)).toBe(intents);
  });

  it("is part of one question with the deletion it is about", async () => {
    const gate = await askingGate();
    const { asked } = await withPerson(gate, "once", () =>
      allowed(gate, "delete_file", { path: "src/pay/bill.ts", ...more("src/pay/**") }),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.requests.map((request) => request.topic)).toEqual(["expansion", "destructive"]);
  });

  it("is never covered by a standing approval", async () => {
    const gate = await askingGate({ policy: "approval: { mode: strict }\n" });
    await withPerson(gate, "standing", () => allowed(gate, ...write("src/auth/new.ts")));
    await refused(gate, "NO_ANSWER", ...write("src/pay/new.ts", "1", more("src/pay/**")));
  });

  it("is not approved for another session by the same words", async () => {
    const gate = await askingGate();
    const call = write("src/pay/new.ts", "1\n", more("src/pay/**"));
    const { meta } = await refused(gate, "NO_ANSWER", ...call);
    await gate.take("INT-001", "s2");
    gate.workspace.home.store.approvals.answer(String(meta.request_id), {
      answer: "once",
      by: "ann",
      at: new Date().toISOString(),
    });
    await refused(gate, "NO_ANSWER", ...call, "s2");
  });

  it("makes another session under the same intent select it again", async () => {
    const gate = await askingGate();
    await gate.take("INT-001", "s2");
    await withPerson(gate, "once", () => allowed(gate, ...write("src/pay/new.ts", "1\n", more("src/pay/**"))));
    const { message } = await refused(gate, "INTENT_REQUIRED", ...write("src/auth/new.ts"), "s2");
    expect(message).toBe("INT-001 changed, select it again.");
  });
});

describe("the tool request_scope_expansion", () => {
  const ask = { additional_globs: ["src/pay/**"], reason: "the bill shows the token" };

  it("widens the scope after a yes", async () => {
    const gate = await askingGate();
    const { value, asked } = await withPerson(gate, "once", () => allowed(gate, "request_scope_expansion", ask));
    expect(asked[0]?.requests).toMatchObject([{ topic: "expansion", details: { additional_globs: ["src/pay/**"] } }]);
    expect(value.result).toEqual({ success: true, intent_id: "INT-001", owned_scope: ["src/auth/**", "src/pay/**"] });
    expect(undated(gate)).toBe(widened("src/pay/**"));
    await allowed(gate, ...write("src/pay/new.ts"));
  });

  it("changes nothing after a no", async () => {
    const gate = await askingGate();
    const { value } = await withPerson(gate, { reject: "" }, () =>
      refused(gate, "SCOPE_VIOLATION", "request_scope_expansion", ask),
    );
    expect(value.meta.request_scope_expansion).toMatchObject({ outcome: "rejected" });
    await refused(gate, "SCOPE_VIOLATION", ...write("src/pay/new.ts"));
  });

  it.each([
    [{}],
    [{ additional_globs: [], reason: "x" }],
    [{ additional_globs: ["../**"], reason: "x" }],
    [{ additional_globs: "src/pay/**", reason: "x" }],
    [{ additional_globs: ["src/pay/**"] }],
  ])("asks nobody for %j", async (input) => {
    const gate = await askingGate();
    const { asked } = await withPerson(gate, "once", () =>
      refused(gate, "SCOPE_VIOLATION", "request_scope_expansion", input),
    );
    expect(asked).toEqual([]);
  });
});

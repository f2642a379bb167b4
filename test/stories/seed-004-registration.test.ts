import { describe, expect, it } from "vitest";
import { hookFile, makeHookScene, program, runScript, withExamples } from "./hook-scene.ts";

/** As the document prints it. */
const registration = `{
  "UserPromptSubmit": [
    {
      "id": "skill_activation_prompt",
      "handler": {
        "kind": "script",
        "command": "./scripts/hooks/skill_activation_prompt.sh"
      }
    }
  ],
  "PostAbilityCall": [
    {
      "id": "post_tool_use_tracker",
      "handler": {
        "kind": "script",
        "command": "./scripts/hooks/post_tool_use_tracker.sh"
      }
    }
  ],
  "SessionStop": [
    {
      "id": "session_stop_build_check",
      "handler": {
        "kind": "script",
        "command": "./scripts/hooks/session_stop_build_check.sh"
      }
    }
  ]
}
`;

const tracker = `# .system/hooks/post_tool_use_tracker.yaml
id: post_tool_use_tracker
event_type: PostAbilityCall
enabled: true

summary: >
  Track every ability/tool call in a central log so future routing
  and documentation can be improved from real usage.

match:
  # Optional filters; omit if this hook should see all calls
  ability_scope: "*"
  min_duration_ms: 0

handler:
  kind: script
  command: ./scripts/hooks/post_tool_use_tracker.sh

effects:
  # Informal description for the AI and maintainers
  - append_to: .system/logs/tool_call.md
  - update_usage_cache: .system/cache/ability_usage.json
`;

const activation = `# .system/hooks/skill_activation_prompt.yaml
id: skill_activation_prompt
event_type: UserPromptSubmit
enabled: true

summary: >
  Read the incoming user message, cross-check it against the ability
  pool, and suggest a small set of abilities that are likely useful.

handler:
  kind: script
  command: ./scripts/hooks/skill_activation_prompt.sh

effects:
  - suggest_abilities
  - optionally_emit_structured_intent
`;

const buildCheck = `# .system/hooks/session_stop_build_check.yaml
id: session_stop_build_check
event_type: SessionStop
enabled: false  # opt-in, can be enabled per repo or environment

summary: >
  On session stop, run lightweight build or test commands for changed
  services and summarize any blocking issues.

match:
  only_if_changed_paths:
    - "services/**"
    - "apps/**"

handler:
  kind: script
  command: ./scripts/hooks/session_stop_build_check.sh

effects:
  - run_local_build_checks
  - summarize_errors_to_user
`;

describe("2.2: registration", () => {
  it("prints the JSON of the document, byte for byte, from the hooks that `init --hooks` writes", async () => {
    const scene = await withExamples();
    const file = ".system/hooks/session_stop_build_check.yaml";
    scene.put(file, scene.text(file).replace("enabled: false", "enabled: true"));
    const ran = await scene.hooks(["register"]);
    expect(ran).toEqual({ code: 0, out: registration, err: "" });
    const one = await scene.hooks(["register", "--json"]);
    expect(JSON.parse(one.out)).toEqual(JSON.parse(registration));
  });

  it("does the same from the hook files as the document prints them, and by the registration script", async () => {
    const scene = await withExamples();
    scene.put(".system/hooks/post_tool_use_tracker.yaml", tracker);
    scene.put(".system/hooks/skill_activation_prompt.yaml", activation);
    scene.put(".system/hooks/session_stop_build_check.yaml", buildCheck.replace("enabled: false", "enabled: true"));
    expect((await scene.hooks(["validate"])).out).toContain("3 hook files, nothing wrong");
    const ran = runScript(scene, ["./scripts/hooks/register_hooks.sh"], "", program);
    expect(ran).toEqual({ code: 0, out: registration, err: "" });
  });

  it("leaves out what is disabled, and says {} where nothing is left", async () => {
    const scene = await withExamples();
    expect(Object.keys(JSON.parse((await scene.hooks(["register"])).out))).toEqual([
      "UserPromptSubmit",
      "PostAbilityCall",
    ]);
    const bare = makeHookScene();
    expect(await bare.hooks(["register"])).toEqual({ code: 0, out: "{}\n", err: "" });
    bare.declare("off", hookFile("off", "SessionStop", { rest: "enabled: false\n" }), "#!/bin/sh\n");
    expect((await bare.hooks(["register"])).out).toBe("{}\n");
  });

  it("knows environments: the policy names one, the surroundings can only add one", async () => {
    const declared = (policy: string) => {
      const scene = makeHookScene({ policy });
      for (const id of ["dev", "prod"])
        scene.declare(id, hookFile(id, "SessionStop", { rest: `environments: [${id}]\n` }), "#!/bin/sh\n");
      scene.declare("both", hookFile("both", "SessionStop"), "#!/bin/sh\n");
      return scene;
    };
    const ids = async (scene: ReturnType<typeof declared>, env: Record<string, string> = {}) => {
      const { SessionStop } = JSON.parse((await scene.hooks(["register"], { env })).out);
      return SessionStop.map(({ id }: { id: string }) => id);
    };
    const none = declared("version: 1\n");
    expect(await ids(none)).toEqual(["both"]);
    expect(await ids(none, { INTENTGATE_ENV: "dev" })).toEqual(["both", "dev"]);
    const production = declared("environment: prod\n");
    expect(await ids(production)).toEqual(["both", "prod"]);
    expect(await ids(production, { INTENTGATE_ENV: "dev" })).toEqual(["both", "dev", "prod"]);
    expect(await ids(production, { INTENTGATE_ENV: "" })).toEqual(["both", "prod"]);
    expect(await ids(production, { INTENTGATE_ENV: "../dev" })).toEqual(["both", "prod"]);
  });

  it("prints what counts, fails, and says where, when one file is wrong", async () => {
    const scene = await withExamples();
    scene.declare("wrong", "id: wrong\nevent_type: SessionStopp\nhandler: { kind: script, command: ./x.sh }\n");
    const { code, out, err } = await scene.hooks(["register"]);
    expect(code).toBe(1);
    expect(Object.keys(JSON.parse(out))).toEqual(["UserPromptSubmit", "PostAbilityCall"]);
    expect(err).toContain(".system/hooks/wrong.yaml:2:13");
  });

  it("sees a file that was edited, added or removed a moment ago", async () => {
    const scene = await withExamples();
    const count = async () => Object.values(JSON.parse((await scene.hooks(["register"])).out)).flat().length;
    expect(await count()).toBe(2);
    scene.declare("more", hookFile("more", "SessionEnd"), "#!/bin/sh\n");
    expect(await count()).toBe(3);
    scene.put(".system/hooks/more.yaml", hookFile("more", "SessionEnd", { rest: "enabled: false\n" }));
    expect(await count()).toBe(2);
  });
});

describe("2.1: what is wrong with a hook file is told with its place", () => {
  const rows: [string, string, string][] = [
    [
      "an unknown key",
      `${hookFile("h", "SessionStop")}enable: true\n`,
      'h.yaml:8:1  unknown key "enable": did you mean "enabled"?',
    ],
    ["an unknown event", hookFile("h", "SessionStopp"), "h.yaml:2:13"],
    ["a missing handler", "id: h\nevent_type: SessionStop\n", "handler"],
    ["an id that is not the file's name", hookFile("other", "SessionStop"), "the id other is not the name of the file"],
    ["a key twice", `${hookFile("h", "SessionStop")}id: h\n`, "h.yaml:8"],
    [
      "a glob that covers nothing",
      `${hookFile("h", "SessionStop")}match: { only_if_changed_paths: ["/etc/**"] }\n`,
      "/etc/**",
    ],
    [
      "a condition that no such event meets",
      `${hookFile("h", "SessionStop")}match: { status: failure }\n`,
      "status means nothing for SessionStop",
    ],
    [
      "an example that is not as meant",
      `${hookFile("h", "SessionStop")}match:\n  only_if_changed_paths: ["services/**"]\n  examples: { match: [{ changed_files: ["src/a.ts"] }] }\n`,
      "the example is meant to match",
    ],
    ["a timeout that is none", hookFile("h", "SessionStop", { timeoutMs: 0 }), "h.yaml:7:15"],
    ["a second document", `${hookFile("h", "SessionStop")}---\nid: h\n`, "h.yaml"],
    ["an alias", `${hookFile("h", "SessionStop")}summary: &a x\neffects: [*a]\n`, "h.yaml"],
    ["no YAML", "id: [\n", "h.yaml"],
    ["nothing at all", "", "h.yaml"],
    ["a script that is not there", hookFile("h", "SessionStop"), "scripts/hooks/h.sh does not exist"],
    [
      "a builtin that is none",
      "id: h\nevent_type: SessionStop\nhandler: { kind: builtin, command: session_sumary }\n",
      "session_sumary",
    ],
  ];

  it.each(rows)("%s", async (_what, yaml, said) => {
    const scene = makeHookScene();
    scene.declare("h", yaml);
    const { code, err } = await scene.hooks(["validate"]);
    expect(code).toBe(1);
    expect(err).toContain("BAD_HOOK");
    expect(err).toContain(said);
    const { problems } = JSON.parse((await scene.hooks(["validate", "--json"])).out);
    expect(problems[0]).toMatchObject({ code: "BAD_HOOK", file: ".system/hooks/h.yaml" });
  });

  it("tells all of them at once", async () => {
    const scene = makeHookScene();
    scene.declare("one", hookFile("one", "Nope"), "#!/bin/sh\n");
    scene.declare("two", hookFile("two", "SessionStop"));
    const { problems } = JSON.parse((await scene.hooks(["validate", "--json"])).out) as {
      problems: { file: string }[];
    };
    expect(new Set(problems.map(({ file }) => file))).toEqual(
      new Set([".system/hooks/one.yaml", ".system/hooks/two.yaml"]),
    );
  });
});

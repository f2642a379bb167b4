/** Event hooks that a repository declares: refusing, warning, asking, formatting, following up; lessons and completion. */
import { claudeCode } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";

function hook(id: string, event: string, script: string, more = ""): Record<string, string> {
  const yaml = `id: ${id}\nevent_type: ${event}\n${more}handler:\n  kind: script\n  command: sh scripts/hooks/${id}.sh\n`;
  return { [`.system/hooks/${id}.yaml`]: yaml, [`scripts/hooks/${id}.sh`]: script };
}

const saying = (answer: object) => `cat > /dev/null\ncat <<'ANSWER'\n${JSON.stringify(answer)}\nANSWER\n`;
const touching = (glob: string) => `match:\n  only_if_changed_paths: ["${glob}"]\n`;

const declared: Story = {
  name: "event-hooks",
  setting: {
    files: {
      ...hook(
        "frozen",
        "PreAbilityCall",
        saying({ error: "code freeze", messages_to_user: ["Wait until Monday."] }),
        `blocking: true\n${touching("src/auth/frozen/**")}`,
      ),
      ...hook(
        "warns",
        "PreAbilityCall",
        saying({ error: "only a warning", tags: ["seen"] }),
        touching("src/auth/warned/**"),
      ),
      ...hook("asks", "PreAbilityCall", saying({ confirm: { question: "Really?" } }), touching("src/auth/asked/**")),
      ...hook("broken", "PreAbilityCall", "exit 3\n", `blocking: true\n${touching("src/auth/broken/**")}`),
      ...hook(
        "format",
        "PostAbilityCall",
        "cat > /dev/null\nfor file in src/auth/formatted/*; do echo '// formatted' >> $file; done\n",
        touching("src/auth/formatted/**"),
      ),
      ...hook(
        "follows",
        "PostAbilityCall",
        saying({ follow_up_actions: [{ kind: "run_command", command: "ls src" }] }),
        touching("src/auth/followed/**"),
      ),
      ...hook("prompted", "UserPromptSubmit", saying({ messages_to_user: ["Mind the tokens."] })),
      ...hook("stops", "SessionStop", saying({ error: "the build is broken" }), "blocking: true\n"),
    },
  },
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    await ann.take("INT-001");
    await ann.writes("src/auth/frozen/untrusted.ts", "x\n");
    await ann.writes("src/auth/warned/untrusted.ts", "x\n");
    await stage.person("trusts them", ["hooks", "trust", "--all", "--yes"]);
    for (const folder of ["frozen", "warned", "asked", "broken", "followed", "formatted"])
      await ann.writes(`src/auth/${folder}/a.ts`, "a\n");
    await ann.asksToWrite("src/auth/formatted/a.ts", "b\n", "after-format");
    stage.put("src/auth/formatted/a.ts", "b\n");
    await ann.saysItWrote("src/auth/formatted/a.ts", "b\n", "after-format");
    await ann.runs("mkdir -p src/auth/formatted && echo c > src/auth/formatted/c.ts");
    const prompt = { hook_event_name: "UserPromptSubmit", session_id: "ses-ann", cwd: stage.repo, prompt: "go on" };
    await ann.send("a prompt", { event: "UserPromptSubmit", payload: prompt });
    await ann.stops();
    await ann.stops();
    await ann.stops();
    await stage.run("what waits", ["hooks", "actions", "--json"]);
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/asked/b.ts", "b\n", { says: "once" });
    await gate.write("src/auth/formatted/d.ts", "d\n");
    await gate.write("src/auth/frozen/b.ts", "b\n");
    await gate.does("dry", "decide", {
      tool: "write_to_file",
      input: { path: "src/auth/frozen/c.ts", content: "c\n" },
      session: { id: "s1" },
    });
    await gate.ends();
  },
};

const followed: Story = {
  name: "event-hooks-follow-up",
  setting: {
    policy: "version: 1\nfollow_up: run\n",
    files: hook(
      "follows",
      "PostAbilityCall",
      saying({
        follow_up_actions: [
          { kind: "run_command", command: "echo next > src/auth/next.ts" },
          { kind: "run_command", command: "echo out > src/pay/next.ts" },
        ],
      }),
      `match:\n  ability_id: write_to_file\n`,
    ),
  },
  async play(stage) {
    await stage.person("trusts it", ["hooks", "trust", "--all", "--yes"]);
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/a.ts", "a\n");
    await gate.ends();
    const ann = hostSession(stage, claudeCode);
    await ann.take("INT-001");
    await ann.writes("src/auth/b.ts", "b\n");
    await stage.run("what waits", ["hooks", "actions", "--json"]);
  },
};

const lessons: Story = {
  name: "lessons",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.call("record_lesson", { lesson: "The token test needs a clock" });
    await gate.take();
    await gate.call("record_lesson", { lesson: "The token test needs a clock" });
    await gate.call("record_lesson", { lesson: "the token test needs a clock." });
    await gate.call("edit", { file_path: "src/auth/token.ts", old_string: "nowhere", new_string: "x" });
    await gate.write("src/pay/new.ts", "x\n");
    await gate.take("INT-001", "s2");
    await gate.take("INT-002", "s3");
    await gate.ends();
    await stage.run("all of them", ["lessons", "--json"]);
  },
};

const checked = `active_intents:
  - id: INT-001
    name: Checked
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
    constraints: []
    acceptance_criteria: ["there is a new file"]
    checks:
      - run: [sh, check.sh]
    related_files: []
    recent_history: []
`;

const completion: Story = {
  name: "completion",
  setting: { intents: checked, files: { "check.sh": "test -f src/auth/new.ts\n" } },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.take("INT-001", "s2");
    await gate.call("attempt_completion", { result: "trust me" });
    await gate.call("attempt_completion", {}, { says: { reject: "tests are missing" } });
    await gate.call("attempt_completion", {}, { says: "once" });
    await gate.write("src/auth/new.ts", "x\n");
    await gate.call("attempt_completion", {}, { says: "once" });
    await gate.write("src/auth/after.ts", "x\n");
    await gate.write("src/auth/other.ts", "x\n", { session: "s2" });
    await gate.ends();
  },
};

const completionAuto: Story = {
  name: "completion-auto",
  setting: {
    intents: checked,
    policy: "version: 1\ncompletion: auto\ncommands:\n  - run: sh check.sh\n",
    files: { "check.sh": "test -f src/auth/new.ts\n" },
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.call("attempt_completion", {});
    await gate.write("src/auth/new.ts", "x\n");
    await gate.call("attempt_completion", {});
    await gate.ends();
  },
};

export const hooks: readonly Story[] = [declared, followed, lessons, completion, completionAuto];

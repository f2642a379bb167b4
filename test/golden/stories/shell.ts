/** Commands: understood, declared, unknown, destructive; and programs that do more than was foreseen. */
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";

const commands: Story = {
  name: "shell-commands",
  setting: {
    policy: [
      "version: 1",
      "commands:",
      '  - { run: sh tools/gen.sh, writes: ["src/auth/gen/**"] }',
      "  - { run: sh tools/check.sh, args: any }",
      "limits: { delete_without_asking: 0 }",
      "",
    ].join("\n"),
    files: {
      "tools/gen.sh": "mkdir -p src/auth/gen\necho generated > src/auth/gen/out.ts\n",
      "tools/check.sh": 'echo checked "$@"\n',
      "tools/other.sh": "echo other > src/auth/other.ts\n",
    },
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.shell("ls src && git status --short");
    await gate.shell("echo x > src/auth/early.ts");
    await gate.take();
    await gate.shell("cat src/auth/token.ts");
    await gate.shell("echo 'export const a = 1;' > src/auth/a.ts && echo '// end' >> src/auth/a.ts");
    await gate.shell("cp README.md src/auth/copy.md");
    await gate.shell("mv src/auth/copy.md src/auth/read.md");
    await gate.shell("mv src/auth/copy.md src/auth/read.md", { says: "once" });
    await gate.shell("sed -i 's/1/2/' src/auth/token.ts");
    await gate.shell("echo x > src/pay/b.ts");
    await gate.shell("cat README.md | tee src/pay/c.ts");
    await gate.shell("sh tools/gen.sh");
    await gate.shell("sh tools/check.sh --fast one");
    await gate.shell("sh tools/other.sh");
    await gate.shell("sh tools/other.sh", { says: { reject: "use the file tools" } });
    await gate.shell("sh tools/other.sh", { says: "once" });
    await gate.shell("sh tools/other.sh", { says: "command" });
    await gate.shell("sh tools/other.sh");
    await gate.shell("rm src/auth/a.ts");
    await gate.shell("rm src/auth/a.ts", { says: "once" });
    await gate.shell("exit 3");
    await gate.ends();
  },
};

const history: Story = {
  name: "shell-git",
  async play(stage) {
    stage.git("branch", "other");
    const gate = openLibrary(stage);
    await gate.take();
    await gate.write("src/auth/new.ts", "one\n");
    for (const command of [
      "git branch -D other",
      "git reset --hard HEAD",
      "git stash drop",
      "git push --force",
      "git clean -fdx",
      "git checkout -- src/auth/token.ts",
      "git filter-branch --all",
      "git config core.fsmonitor ./x",
    ])
      await gate.shell(command);
    await gate.shell("git add src/auth/new.ts");
    await gate.shell("git -c user.name=A -c user.email=a@example.invalid commit -q -m new src/auth/new.ts");
    await gate.shell("git log --oneline -1 --format=%s");
    await gate.ends();
  },
};

/** A program that a person lets run, and that writes where nobody said. */
const strays = (name: string, policy: string): Story => ({
  name,
  setting: {
    policy,
    files: {
      "tools/stray.sh":
        "echo in > src/auth/in.ts\necho out > src/pay/out.ts\necho over > src/pay/bill.ts\nrm README.md\n",
    },
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.shell("sh tools/stray.sh", { says: "once" });
    await gate.call("read_file", { path: "src/pay/bill.ts" });
    await gate.write("src/auth/next.ts", "next\n");
    await gate.ends();
  },
});

const control: Story = {
  name: "program-control-files",
  setting: {
    policy: "version: 1\ncommands:\n  - run: sh tools/bad.sh\nlimits: { revert_within_s: 600 }\n",
    files: {
      "tools/bad.sh": [
        "echo evil > .git/hooks/pre-commit",
        "mkdir -p .claude && echo '{}' > .claude/settings.json",
        `sed -i 's#"src/auth/\\*\\*"#"src/auth/**", "src/pay/**"#' .orchestration/active_intents.yaml`,
        "",
      ].join("\n"),
    },
  },
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.shell("sh tools/bad.sh");
    await gate.take();
    await gate.write("src/pay/new.ts", "still outside\n");
    await gate.ends();
    await stage.run("what is held", ["trust", "--json"]);
    await stage.person("accepts it", ["trust", "--yes"]);
    const later = openLibrary(stage);
    await later.take("INT-001", "s2");
    await later.write("src/pay/new.ts", "inside now\n", { session: "s2" });
    await later.ends();
  },
};

export const shell: readonly Story[] = [
  commands,
  history,
  strays("program-strays-reported", "version: 1\n"),
  strays("program-strays-reverted", "version: 1\non_violation: revert\nlimits: { revert_within_s: 600 }\n"),
  control,
];

/** The one table of what is known of programs whatever their words are; what a use of one does stands in its own file. */

/** What is known of a program whatever its words are. */
export interface ProgramFacts {
  /** `bash`: scripts are read as bash reads them; `akin`: where they are plain, they mean the same; `other`: never read. */
  shell?: "bash" | "akin" | "other";
  /** A shell, or what finds one: the first line of a script may name it. */
  opensScripts?: true;
  /** It reads what is written for `sh`. */
  readsPosix?: true;
  /** It runs a file that its words name. */
  script?: ScriptWords;
  /** The language of that file, where it has a name that people know. */
  scriptLanguage?: "bash" | "javascript" | "typescript" | "python" | "ruby" | "php";
  /** Files of a project that say what it does. */
  steeredBy?: readonly string[];
  /** A folder with one of these is a package of its own to it. */
  beginsPackage?: readonly string[];
  /** It runs what other words of the command name, or packages that an agent may write. */
  startsOthers?: true;
  /** How its words name a package to start; `behind`: words that may stand in front of the package's name. */
  startsPackage?: { by: "name"; behind: readonly string[] } | { by: "path" | "module" | "image" };
  /** What it runs stands in files that its words may name, though none of them is the script. */
  runsFiles?: true;
  /** Its own options, but for those in `own-options.ts`, say which project is meant and what runs it; those of a script stand behind `--`. */
  ownOptions?: true;
  /** In a project's scripts: it reaches outside of the project, or takes things away. */
  reachesOut?: true;
  /** Who may read, write or enter a file is another one afterwards; `asked`: where an option says so. */
  changesRights?: "always" | "asked";
  /** Of a folder it tells what the folder itself is, or the names right in it. */
  looksNoDeeper?: true;
  /** What follows it in the command line happens in another folder. */
  changesFolder?: true;
  /** It runs the same words again and again, or all at once. */
  repeats?: true;
  /** It sets variables for what it starts. */
  setsVariables?: true;
  /** Every variable that it goes by is written down where it is described. */
  documented?: true;
  /** It prints nothing unless it is asked to. */
  silent?: true;
  /** It prints what it reads: without any words, or whatever they are. */
  passesOn?: "alone" | "always";
  /** It reads words from its input, and leaves nothing of that to what it starts. */
  takesInput?: true;
  /** Where it keeps what its command prints, unless that goes elsewhere already. */
  keepsOutputIn?: string;
  /** A language of its own, which nobody here reads. */
  language?: string;
  /** It tests, checks, builds or formats a project: one that the project has installed, or a program with one of these verbs. */
  checks?: { as: "tool" } | { as: "program"; verbs: readonly string[] };
}

/** `flags`: those that may stand before the script, as they neither name a file nor hold code. */
export interface ScriptWords {
  flags: RegExp;
  /** Words that stand between the program and its script. */
  verbs: readonly string[];
}

interface Row extends ProgramFacts {
  /** Separated by spaces. */
  names: string;
}

const shellScript: ScriptWords = { flags: /^-[efuvx]+$/, verbs: [] };
const nodeFlags = /^--(?:no-warnings|experimental-strip-types|enable-source-maps)$/;
const nodeScript: ScriptWords = { flags: nodeFlags, verbs: [] };
const anyScript: ScriptWords = { flags: /^(?:-[w]|--)$/, verbs: [] };
const pythons = [
  "python",
  "python2",
  "python2.7",
  "python3",
  ...Array.from({ length: 30 }, (_, at) => `python3.${at}`),
];
const packageFiles = ["package.json", ".npmrc"];
const ofPython = ["pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini"];
const denoFlags = /^(?:-A|-q|--quiet|--no-prompt|--allow-[a-z]+)$/;

const shells: readonly Row[] = [
  { names: "bash sh dash ash", shell: "bash" },
  { names: "zsh ksh ksh93 mksh yash", shell: "akin" },
  {
    names: "bash sh dash ash zsh ksh ksh93 mksh yash",
    opensScripts: true,
    readsPosix: true,
    script: shellScript,
    scriptLanguage: "bash",
  },
  { names: "fish", shell: "akin", opensScripts: true, script: shellScript },
  { names: "csh tcsh rbash elvish nu xonsh", shell: "other", opensScripts: true, script: shellScript },
  { names: "busybox env", opensScripts: true },
  { names: "pwsh powershell", script: anyScript },
  { names: "powershell pwsh powershell.exe pwsh.exe", language: "PowerShell" },
  { names: "cmd cmd.exe", language: "cmd.exe" },
];

const interpreters: readonly Row[] = [
  { names: "node nodejs", script: nodeScript, scriptLanguage: "javascript", startsPackage: { by: "path" } },
  { names: "tsx ts-node", script: nodeScript, scriptLanguage: "typescript" },
  {
    names: "bun",
    script: { flags: nodeFlags, verbs: ["run"] },
    scriptLanguage: "javascript",
    startsPackage: { by: "name", behind: ["x"] },
    steeredBy: ["package.json", "bunfig.toml"],
    ownOptions: true,
  },
  {
    names: "deno",
    script: { flags: denoFlags, verbs: ["run"] },
    scriptLanguage: "typescript",
    startsPackage: { by: "path" },
    steeredBy: ["deno.json", "deno.jsonc"],
  },
  { names: pythons.join(" "), startsPackage: { by: "module" } },
  { names: "python pypy", script: { flags: /^-[BEISsu]+$/, verbs: [] } },
  { names: "python", scriptLanguage: "python" },
  { names: "ruby", script: anyScript, scriptLanguage: "ruby" },
  { names: "php", script: anyScript, scriptLanguage: "php" },
  {
    names: `perl lua luajit Rscript R tclsh wish expect elixir julia swift groovy scala kotlin guile racket sbcl clojure bb
      osascript awk gawk mawk nawk sed java dotnet`,
    script: anyScript,
  },
];

const starters: readonly Row[] = [
  { names: "npx pnpx bunx uvx", startsPackage: { by: "name", behind: [] }, startsOthers: true },
  { names: "pipx", startsPackage: { by: "name", behind: ["run"] }, startsOthers: true },
  { names: "uv", startsPackage: { by: "name", behind: ["tool", "run"] }, startsOthers: true },
  { names: "docker podman", startsPackage: { by: "image" }, startsOthers: true },
  {
    names: `env nice nohup setsid timeout gtimeout time stdbuf unbuffer chronic caffeinate catchsegv ionice chrt taskset sudo doas command
      fakeroot eatmydata dbus-run-session rlwrap busybox toybox flock script watch xargs gxargs parallel find gfind fd fdfind su runuser
      strace ltrace unshare systemd-run tmux chroot nsenter tini dumb-init corepack direnv poetry pdm hatch pipenv bundle nix nix-shell
      mise asdf ssh`,
    startsOthers: true,
  },
  { names: "env sudo doas", setsVariables: true },
  { names: "xargs gxargs parallel", takesInput: true },
  { names: "nohup", keepsOutputIn: "nohup.out" },
  { names: "xargs gxargs parallel watch", repeats: true },
];

/** They do what files of the project say. */
const steered: readonly Row[] = [
  { names: "npm", startsPackage: { by: "name", behind: ["exec", "x"] }, steeredBy: packageFiles },
  {
    names: "pnpm",
    startsPackage: { by: "name", behind: ["dlx", "exec"] },
    steeredBy: [...packageFiles, "pnpm-workspace.yaml", ".pnpmfile.cjs"],
  },
  {
    names: "yarn",
    startsPackage: { by: "name", behind: ["dlx"] },
    steeredBy: [...packageFiles, ".yarnrc", ".yarnrc.yml"],
  },
  { names: "make gmake", steeredBy: ["GNUmakefile", "makefile", "Makefile"] },
  { names: "bmake", steeredBy: ["BSDmakefile", "makefile", "Makefile"] },
  { names: "just", steeredBy: ["justfile", "Justfile", ".justfile", ".env"] },
  { names: "task go-task", steeredBy: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"] },
  { names: "rake", steeredBy: ["Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"] },
  {
    names: "cargo",
    steeredBy: ["Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config", "rust-toolchain.toml"],
  },
  { names: "go", steeredBy: ["go.mod", "go.work"] },
  {
    names: "gradle gradlew",
    steeredBy: [
      ...["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties"],
      ...["gradle/wrapper/gradle-wrapper.jar", "gradle/wrapper/gradle-wrapper.properties"],
    ],
  },
  { names: "mvn mvnw", steeredBy: ["pom.xml", ".mvn/jvm.config", ".mvn/maven.config", ".mvn/extensions.xml"] },
  { names: "ant", steeredBy: ["build.xml"] },
  { names: "sbt", steeredBy: ["build.sbt", "project/build.properties", "project/plugins.sbt"] },
  { names: "mix", steeredBy: ["mix.exs"] },
  { names: "composer", steeredBy: ["composer.json"] },
  { names: "cmake ctest", steeredBy: ["CMakeLists.txt", "CMakePresets.json"] },
  { names: "ninja", steeredBy: ["build.ninja"] },
  {
    names: "bazel bazelisk",
    steeredBy: ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", ".bazelrc", "BUILD", "BUILD.bazel"],
  },
  { names: "tox", steeredBy: ["tox.ini", "pyproject.toml", "setup.cfg"] },
  { names: "nox", steeredBy: ["noxfile.py"] },
  { names: "invoke inv", steeredBy: ["tasks.py"] },
  { names: "pytest", steeredBy: ["conftest.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"] },
  { names: "pre-commit", steeredBy: [".pre-commit-config.yaml"] },
  { names: "turbo", steeredBy: ["turbo.json", "package.json"] },
  { names: "nx", steeredBy: ["nx.json", "package.json"] },
  { names: "lerna", steeredBy: ["lerna.json", "package.json"] },
  { names: "grunt", steeredBy: ["Gruntfile.js", "Gruntfile.cjs", "package.json"] },
  { names: "gulp", steeredBy: ["gulpfile.js", "gulpfile.mjs", "gulpfile.cjs", "package.json"] },
  { names: "npm pnpm yarn npx make gmake just task cargo go mvn gradle golangci-lint", ownOptions: true },
  { names: "go make just . source", runsFiles: true },
];

const effects: readonly Row[] = [
  { names: "curl wget ssh scp sudo rm docker kubectl terraform", reachesOut: true },
  { names: "chmod chown chgrp umask setfacl chattr", changesRights: "always" },
  { names: "mkdir install", changesRights: "asked" },
  { names: "cd pushd popd chdir", changesFolder: true },
  {
    names: "ls stat df test [ [[ realpath readlink file dirname basename cd pushd popd git",
    looksNoDeeper: true,
  },
  { names: "touch rm mkdir rmdir cp mv ln chmod chown truncate sleep", silent: true },
  { names: "cat", passesOn: "alone" },
  { names: "tee", passesOn: "always" },
  {
    names: `ls dir vdir cat head tail wc stat du df realpath readlink cmp diff diff3 comm od hexdump hd md5sum sha1sum sha224sum
      sha256sum sha384sum sha512sum b2sum cksum sum tty cut paste fold fmt nl expand unexpand column join tsort pr numfmt look rev tac tr
      basename dirname sort uniq shuf tee base64 base32 basenc xxd split csplit seq sleep factor expr echo printf yes true false test [
      pwd env printenv id whoami groups logname users who uname arch nproc uptime date cal hostname ps pgrep free which whereis file jq
      grep egrep fgrep sed awk gawk mawk nawk find xargs rg tree rm rmdir unlink cp mv install ln link mkdir touch truncate mkfifo mknod
      mktemp chmod chown chgrp dd shred sync tar gzip gunzip bzip2 bunzip2 xz unxz git nice nohup setsid timeout time stdbuf ionice sudo
      doas busybox kill bash sh dash ash`,
    documented: true,
  },
];

/** Of a package below the one that was declared nobody said anything. The managers of JavaScript have a rule of their own. */
const packages: readonly Row[] = [
  { names: "cargo", beginsPackage: ["Cargo.toml"] },
  { names: "go golangci-lint", beginsPackage: ["go.mod", "go.work"] },
  {
    names: "pytest mypy pyright black isort flake8 ruff python python3 uv poetry",
    beginsPackage: ofPython,
  },
  { names: "deno", beginsPackage: ["deno.json", "deno.jsonc"] },
  { names: "rubocop rspec", beginsPackage: ["Gemfile"] },
  { names: "phpunit", beginsPackage: ["composer.json"] },
];

/** Which files they are given differs from run to run. */
const checks: readonly Row[] = [
  {
    names: `mocha jest vitest ava tap tape jasmine c8 nyc cypress playwright eslint oxlint biome prettier stylelint standard xo tsc
      vue-tsc svelte-check tslint markdownlint markdownlint-cli2 dprint rollup esbuild webpack tsup knip depcheck cspell`,
    checks: { as: "tool" },
  },
  { names: "pytest mypy pyright black isort flake8 rubocop rspec phpunit", checks: { as: "program", verbs: [] } },
  { names: "python python3", checks: { as: "program", verbs: ["-m pytest", "-m unittest", "-m mypy"] } },
  { names: "ruff", checks: { as: "program", verbs: ["check", "format"] } },
  { names: "go", checks: { as: "program", verbs: ["test", "vet", "build"] } },
  { names: "cargo", checks: { as: "program", verbs: ["test", "check", "build", "clippy"] } },
  { names: "golangci-lint", checks: { as: "program", verbs: ["run"] } },
  { names: "bun", checks: { as: "program", verbs: ["test"] } },
  { names: "deno", checks: { as: "program", verbs: ["test", "check", "lint"] } },
  { names: "uv poetry", checks: { as: "program", verbs: ["run pytest", "run mypy", "run ruff check"] } },
];

export const programFacts: readonly Row[] = [
  ...[...shells, ...interpreters, ...starters],
  ...[...steered, ...effects, ...packages, ...checks],
];

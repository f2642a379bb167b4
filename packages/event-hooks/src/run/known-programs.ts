/** What is known about programs that run what stands in files: which words of a command that is, and which files. */
import { basename } from "node:path";

/** `flags`: those that may stand before the script, as they neither name a file nor hold code. */
interface Interpreter {
  flags: RegExp;
  /** Words that stand between the program and its script. */
  verbs: readonly string[];
}

const shell: Interpreter = { flags: /^-[efuvx]+$/, verbs: [] };
const plain: Interpreter = { flags: /^(?:-[w]|--)$/, verbs: [] };
const scripted = /^--(?:no-warnings|experimental-strip-types|enable-source-maps)$/;

const interpreters = new Map<string, Interpreter>([
  ...named("sh bash dash zsh ksh mksh ash fish csh tcsh rbash", shell),
  ...named("node nodejs tsx ts-node", { flags: scripted, verbs: [] }),
  ...named("bun", { flags: scripted, verbs: ["run"] }),
  ...named("deno", { flags: /^(?:-A|-q|--quiet|--no-prompt|--allow-[a-z]+)$/, verbs: ["run"] }),
  ...named("python pypy", { flags: /^-[BEISsu]+$/, verbs: [] }),
  ...named("ruby perl php lua luajit Rscript R tclsh wish expect elixir julia swift groovy scala kotlin", plain),
  ...named("guile racket sbcl clojure bb pwsh powershell osascript awk gawk mawk nawk sed java dotnet", plain),
]);

const packages = ["package.json", ".npmrc"];
const steering = new Map<string, readonly string[]>([
  ...named("npm", packages),
  ...named("pnpm", [...packages, "pnpm-workspace.yaml", ".pnpmfile.cjs"]),
  ...named("yarn", [...packages, ".yarnrc", ".yarnrc.yml"]),
  ...named("bun", ["package.json", "bunfig.toml"]),
  ...named("deno", ["deno.json", "deno.jsonc"]),
  ...named("make gmake", ["GNUmakefile", "makefile", "Makefile"]),
  ...named("bmake", ["BSDmakefile", "makefile", "Makefile"]),
  ...named("just", ["justfile", "Justfile", ".justfile", ".env"]),
  ...named("task go-task", ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"]),
  ...named("rake", ["Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"]),
  ...named("cargo", ["Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config", "rust-toolchain.toml"]),
  ...named("go", ["go.mod", "go.work"]),
  ...named("gradle gradlew", [
    ...["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties"],
    ...["gradle/wrapper/gradle-wrapper.jar", "gradle/wrapper/gradle-wrapper.properties"],
  ]),
  ...named("mvn mvnw", ["pom.xml", ".mvn/jvm.config", ".mvn/maven.config", ".mvn/extensions.xml"]),
  ...named("ant", ["build.xml"]),
  ...named("sbt", ["build.sbt", "project/build.properties", "project/plugins.sbt"]),
  ...named("mix", ["mix.exs"]),
  ...named("composer", ["composer.json"]),
  ...named("cmake ctest", ["CMakeLists.txt", "CMakePresets.json"]),
  ...named("ninja", ["build.ninja"]),
  ...named("bazel bazelisk", ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", ".bazelrc", "BUILD", "BUILD.bazel"]),
  ...named("tox", ["tox.ini", "pyproject.toml", "setup.cfg"]),
  ...named("nox", ["noxfile.py"]),
  ...named("invoke inv", ["tasks.py"]),
  ...named("pytest", ["conftest.py", "pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"]),
  ...named("pre-commit", [".pre-commit-config.yaml"]),
  ...named("turbo", ["turbo.json", "package.json"]),
  ...named("nx", ["nx.json", "package.json"]),
  ...named("lerna", ["lerna.json", "package.json"]),
  ...named("grunt", ["Gruntfile.js", "Gruntfile.cjs", "package.json"]),
  ...named("gulp", ["gulpfile.js", "gulpfile.mjs", "gulpfile.cjs", "package.json"]),
]);

/** They run what other words of the command name, or packages that an agent may write. */
const starters = new Set(
  (
    "env nohup timeout nice ionice xargs sudo doas su setsid stdbuf time command find parallel flock watch strace ltrace " +
    "chroot unshare nsenter systemd-run script busybox toybox tini dumb-init npx pnpx bunx corepack pipx uvx direnv " +
    "poetry uv pdm hatch pipenv bundle nix nix-shell mise asdf docker podman ssh"
  ).split(" "),
);

/** The folder that a program works in is not the root after this. */
const MOVES = [
  /^(?:cd|pushd|chdir)$/,
  /^-[A-Za-z]*C/,
  /^--(?:directory|prefix|cwd|chdir|dir|working-directory|project-dir|manifest-path)(?:=|$)/,
];
/** Of package managers: another package is meant, or a program that an agent may have installed. */
const ELSEWHERE = /^(?:-ws?|-F|-r|--filter|--recursive|--workspaces?|workspaces?|exec|x|dlx)(?:=|$)/;

export function moves(word: string): boolean {
  return MOVES.some((form) => form.test(word));
}

export function leadsElsewhere(program: string, word: string): boolean {
  return steeringOf(program).includes("package.json") && ELSEWHERE.test(word);
}

export function interpreterOf(program: string): Interpreter | null {
  const name = nameOf(program);
  return interpreters.get(name) ?? interpreters.get(unversioned(name)) ?? null;
}

/** Files of the root that say what the program does; none for others. */
export function steeringOf(program: string): readonly string[] {
  const name = nameOf(program);
  return steering.get(name) ?? steering.get(unversioned(name)) ?? [];
}

export function startsOthers(program: string): boolean {
  return starters.has(nameOf(program));
}

function nameOf(program: string): string {
  return basename(program).replace(/\.(?:exe|cmd|bat)$/i, "");
}

/** `python3.11` is python, `bash-5.2` is bash. */
function unversioned(name: string): string {
  let end = name.length;
  while (end > 0 && /[0-9.-]/.test(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

function named<T>(names: string, value: T): [string, T][] {
  return names.split(" ").map((name) => [name, value]);
}

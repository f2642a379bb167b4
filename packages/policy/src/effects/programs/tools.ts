/** Package managers, build tools and the like: a few uses that only show something; all others are not known. */
import { optionTable, splitArguments } from "./options.ts";
import { onlyReads, type Program } from "./program.ts";

interface Tool {
  names: readonly string[];
  /** Each a way of use: subcommand words, then a colon and its options; operands are names to show. */
  shows: readonly string[];
}

/** True of every program here: asked for nothing else, it shows and ends. */
const versions = ["--version", "--help"];
/** True of these alone: `make help` runs a target, `pytest -v` runs tests. */
const shortVersions: Readonly<Record<string, string>> = {
  "-v": "npm pnpm yarn bun npx docker docker-compose tsc make gmake gem terraform tofu brew cargo gcc clang",
  "-V": "pip pip3 poetry cargo rustc composer deno uv",
  "-version": "java javac mvn",
  version: "go docker podman terraform tofu helm cargo gh",
  help: "go cargo npm docker kubectl gh",
  "-h": "npm cargo docker gh kubectl",
};

const tools: readonly Tool[] = [
  {
    names: ["npm", "pnpm"],
    shows: [
      ...["ls", "list", "ll", "la"].map(
        (name) => `${name}: -aglP depth: json long parseable global all prod production dev omit: parsable`,
      ),
      ...["view", "info", "show", "v"].map((name) => `${name}: json`),
      "outdated: -g json long global",
      "config get: json",
      "config list: -l json long",
      "config ls: -l json long",
      "get:",
      "root: -g global",
      "prefix: -g global",
      "bin: -g global",
      "whoami:",
      "ping:",
      "explain: json",
      "why: json",

      "search: json",
    ],
  },
  { names: ["yarn", "bun", "deno", "npx", "bunx", "bundle", "composer", "terraform", "tofu"], shows: [] },
  {
    names: ["pip", "pip3"],
    shows: [
      "list: o outdated format: u uptodate user",
      "show: f files",
      "freeze: user local all",
      "check:",
      "config list:",
      "debug:",
    ],
  },
  { names: ["uv"], shows: ["pip list:", "pip show:", "pip freeze:"] },
  { names: ["poetry"], shows: ["show: tree latest outdated", "env info:", "env list:"] },
  { names: ["gem"], shows: ["list: local remote all", "environment:", "env:", "which:", "info:"] },
  { names: ["go"], shows: ["version: m", "env:"] },
  { names: ["cargo"], shows: ["search:", "locate-project:"] },
  { names: ["rustup"], shows: ["toolchain list:", "target list:"] },
  {
    // Known by their versions alone.
    names: [
      "rustc",
      "javac",
      "java",
      "gcc",
      "g++",
      "cc",
      "clang",
      "make",
      "gmake",
      "cmake",
      "ninja",
      "mvn",
      "gradle",
      "tsc",
      "jest",
      "vitest",
      "pytest",
      "mypy",
      "dotnet",
      "swift",
      "kotlinc",
      "scala",
      "ghc",
      "elixir",
      "julia",
      "R",
      "Rscript",
      "ansible",
      "vagrant",
      "helm",
      "packer",
      "aws",
      "az",
      "gcloud",
      "heroku",
      "psql",
      "mysql",
      "redis-cli",
      "mongosh",
      "mongo",
      "ssh",
      "scp",
      "sftp",
      "gpg",
      "vim",
      "vi",
      "nano",
      "emacs",
      "code",
      "tmux",
      "screen",
      "conda",
      "pipenv",
      "pyenv",
      "nvm",
      "rbenv",
      "tox",
      "nox",
      "pre-commit",
      "webpack",
      "vite",
      "rollup",
      "esbuild",
      "turbo",
      "nx",
      "lerna",
    ],
    shows: [],
  },
  {
    names: ["docker", "podman"],
    shows: [
      "ps: -aqlsn n: all quiet no-trunc filter: f: format: last: latest size",
      "images: -aq all quiet no-trunc digests filter: f: format:",
      "logs: -ft n|tail: follow timestamps since: until: details",
      "inspect: f|format: s|size type:",
      "info: f|format:",
      "top:",
      "port:",
      "diff:",
      "history: -qH no-trunc quiet format: human",
      "stats: -a no-stream no-trunc format:",
      "container ls: -aq all quiet filter: f: format:",
      "container list: -aq all",
      "container inspect: f|format:",
      "container logs: -ft n|tail: follow",
      "image ls: -aq all quiet filter: f: format:",
      "image list: -aq all",
      "image inspect: f|format:",
      "volume ls: -q quiet filter: f: format:",
      "volume inspect: f|format:",
      "network ls: -q quiet no-trunc filter: f: format:",
      "network inspect: f|format:",
      "system df: v format:",
      "system info:",
      "context ls:",
      "search: limit: filter:",
      "compose ps: -aq all",
      "compose logs: -ft tail: follow",
      "compose ls: -a all",
      "compose images:",
      "compose version:",
    ],
  },
  { names: ["docker-compose"], shows: ["ps: -aq all", "logs: -ft tail: follow", "images:", "version:"] },
  {
    names: ["kubectl", "oc"],
    shows: [
      ...[
        "get",
        "describe",
        "logs",
        "top",
        "explain",
        "api-resources",
        "api-versions",
        "cluster-info",
        "config view",
        "config get-contexts",
        "config current-context",
        "rollout status",
        "rollout history",
        "auth can-i",
      ].map(
        (name) =>
          `${name}: -Awfp n|namespace: o|output: l|selector: c|container: all-namespaces watch show-labels context: tail: since: previous follow sort-by: field-selector: no-headers timestamps client short recursive`,
      ),
      "version: client short o|output:",
    ],
  },
  {
    names: ["gh"],
    shows: ["pr", "issue", "run", "release", "workflow", "gist", "label"]
      .flatMap((name) =>
        ["list", "view", "status", "diff", "checks"].map(
          (verb) =>
            `${name} ${verb}: R|repo: L|limit: json: q|jq: s|state: A|author: a|assignee: l|label: B|base: H|head: c|comments S|search: log log-failed t|template: name-only job: branch: b`,
        ),
      )
      .concat([
        "repo view: R|repo: json: q|jq:",
        "repo list: L|limit: json: q|jq:",
        "auth status:",
        "search: L|limit: json:",
      ]),
  },
  {
    names: ["brew"],
    shows: [
      "list: -1 formula cask versions",
      "ls: -1",
      "info: json?",
      "search:",
      "deps: tree",
      "outdated:",
      "config:",
      "leaves:",
      "uses: installed",
    ],
  },
  { names: ["apt"], shows: ["list: installed upgradable a", "show: a", "search:", "policy:"] },
  { names: ["apt-cache"], shows: ["show:", "search:", "policy:", "depends:", "rdepends:", "madison:", "showpkg:"] },
  {
    names: ["dpkg", "dpkg-query"],
    shows: ["-l:", "-L:", "-s:", "-S:", "--list:", "--listfiles:", "--status:", "--search:", "--print-architecture:"],
  },
  { names: ["rpm"], shows: ["-q: -ailcdRpf", "-qa: ", "-qi:", "-ql:", "-qf:"] },
  {
    names: ["systemctl"],
    shows: [
      "status: no-pager l full n|lines: user",
      "is-active: quiet user",
      "is-enabled: user",
      "is-failed:",
      "list-units: all no-pager type: state: user",
      "list-unit-files: no-pager",
      "list-timers: all no-pager",
      "cat:",
      "show: p|property: no-pager value",
    ],
  },
];

function programsOf(tool: Tool): Program[] {
  const ways = [...tool.shows, ...versions].map((way) => {
    const colon = way.indexOf(":");
    const [words, options] = colon < 0 ? [way, ""] : [way.slice(0, colon), way.slice(colon + 1)];
    return { words: words.trim().split(" "), table: optionTable(options), exact: versions.includes(way) };
  });
  return tool.names.map((name) => ({
    names: [name],
    use(args) {
      const [only] = args;
      if (
        args.length === 1 &&
        only?.text != null &&
        (Object.hasOwn(shortVersions, only.text) ? shortVersions[only.text] : undefined)?.split(" ").includes(name)
      )
        return onlyReads([]);
      for (const { words, table, exact } of ways) {
        if (!words.every((word, at) => args[at]?.text === word)) continue;
        if (exact ? args.length !== words.length : !shows(args.slice(words.length), table)) continue;
        return onlyReads([]);
      }
      return undefined;
    },
  }));
}

function shows(args: Parameters<Program["use"]>[0], table: ReturnType<typeof optionTable>): boolean {
  const split = splitArguments(table, args);
  return split !== undefined && !split.mayHideOption;
}

export const toolPrograms: readonly Program[] = tools.flatMap(programsOf);

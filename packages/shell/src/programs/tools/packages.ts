/**
 * Package managers where they only show. What installs runs scripts of others, and is not known. Not here are those that load
 * files of the project, or start a version of themselves that it names, before they do anything at all: pnpm, yarn, uv, poetry,
 * cargo, go.
 */
import type { Program } from "../../uses/program.ts";
import { tool } from "./tool.ts";

const listed =
  "-aglP depth: json long parseable parsable global all prod production dev omit: workspace: w: workspaces";

const npm = [
  ...["ls", "list", "ll", "la"].map((verb) => `${verb}: ${listed}`),
  ...["view", "info", "show", "v"].map((verb) => `${verb}: json`),
  ...["search", "s", "se", "find"].map((verb) => `${verb}: json long`),
  ...["config get", "config list", "config ls", "c get", "c list", "c ls"].map((verb) => `${verb}: -l json long`),
  "get:",
  "root: -g global",
  "prefix: -g global",
  "bin: -g global",
  "whoami:",
  "ping:",
  "explain: json",
  "why: json",
  "audit!: json omit: audit-level: production",
  "audit signatures!: json",
  "query: json",
  "pkg get:",
  "owner ls:",
  "access list packages: json",
  "access list collaborators: json",
  "access get status: json",
  "dist-tag ls:",
  "dist-tag list:",
  "token list: json",
  "profile get: json",
  "team ls: json",
  "org ls: json",
  "stars:",
  "sbom: sbom-format: sbom-type: omit:",
  "cache ls:",
  "cache list:",
  "completion:",
];

export const packagePrograms: readonly Program[] = [
  // `npm run`, `npm version` and `npm fund` alone list; with a word more they run a script, write or open a browser.
  tool({
    names: "npm",
    tells: "-v -h help run version fund",
    shows: npm,
    named: "view info show v owner dist-tag access",
    helps: "install ci run test publish update exec",
  }),
  tool({
    names: "pip pip3",
    anywhere: "q|quiet disable-pip-version-check no-color isolated",
    tells: "-V -h help",
    shows: [
      "list: o|outdated format: u|uptodate e|editable l|local user pre not-required",
      "show: f|files v|verbose",
      "freeze: user l|local all exclude:",
      "check:",
      "config list:",
      "config get:",
      "config debug:",
      "debug:",
      "inspect: l|local user",
      "index versions: pre",
      "cache dir:",
      "cache info:",
      "cache list: format:",
      "hash: a|algorithm:",
      "help:",
    ],
    helps: "install uninstall download list show freeze wheel",
  }),
  tool({
    names: "gem",
    tells: "-v",
    shows: ["list: local remote all", "environment:", "env:", "which:", "info:", "search:", "outdated:"],
  }),
  // All else of it asks or starts the toolchain that the folder names.
  tool({ names: "rustup", shows: ["toolchain list: v|verbose"], loadsFirst: true }),
  tool({
    names: "brew",
    named: "list ls info abv desc deps uses outdated missing options cat --prefix --cellar --cache",
    tells:
      "-v config doctor commands leaves formulae casks tap --prefix --cellar --caskroom --cache --repository --env",
    shows: [
      "list: -1lrt formula formulae cask casks versions full-name pinned multiple",
      "ls: -1lrt formula cask versions",
      "info: json? formula cask github installed all",
      "abv:",
      "search: formula cask desc",
      "desc: s|search n|name d|description",
      "deps: tree installed formula cask include-build direct n",
      "uses: installed recursive formula cask",
      "outdated: q|quiet v|verbose formula cask json? greedy",
      "leaves: r|installed-on-request p|installed-as-dependency",
      "missing:",
      "options: compact",
      "cat: formula cask",
      "tap-info: json? installed",
      "services list: json",
      "services info: json",
      "--prefix:",
      "--cellar:",
      "--cache:",
    ],
  }),
  tool({
    names: "apt",
    tells: "-v",
    shows: [
      "list: installed upgradable a|all-versions v",
      "show: a|all-versions",
      "search: names-only n f|full",
      "policy:",
      "depends:",
      "rdepends:",
    ],
  }),
  tool({
    names: "apt-cache",
    shows: [
      "show",
      "search",
      "policy",
      "depends",
      "rdepends",
      "madison",
      "showpkg",
      "showsrc",
      "pkgnames",
      "stats",
      "unmet",
      "dotty",
    ].map((verb) => `${verb}: a|all-versions n|names-only f|full i|important installed recurse`),
  }),
  tool({ names: "apt-mark", shows: ["showauto:", "showmanual:", "showhold:"] }),
  tool({
    names: "dpkg dpkg-query",
    shows:
      "-l -L -s -S -p -c -I -V -C --list --listfiles --status --search --print-avail --contents --info --verify --audit --print-architecture --print-foreign-architectures --get-selections --compare-versions"
        .split(" ")
        .map((verb) => `${verb}:`)
        .concat(["-W: f|showformat:", "--show: f|showformat:"]),
  }),
  tool({
    names: "rpm",
    shows: [
      "-q: -ailcdRpf qf|queryformat:",
      "-qa: qf|queryformat: last",
      "-qi:",
      "-ql:",
      "-qf:",
      "-qc:",
      "-qd:",
      "-qR:",
      "-qip:",
      "-qlp:",
    ],
  }),
  tool({
    names: "pacman",
    tells: "-V",
    shows: ["-Q", "-Qi", "-Ql", "-Qs", "-Qo", "-Qe", "-Qm", "-Qdt", "-Ss", "-Si"].map((verb) => `${verb}:`),
  }),
  tool({ names: "snap", shows: ["list: all", "info: verbose", "find:", "version:", "services:"] }),
];

/** `git -c name=value`: settings that run their value, and those that do nothing of the kind. */
import type { Nested } from "../../uses/program.ts";

const harmlessSections = new Set("author committer color advice column i18n grep branch".split(" "));
const harmlessNames = new Set(
  `core.quotepath core.autocrlf core.safecrlf core.eol core.abbrev core.filemode core.ignorecase core.longpaths core.precomposeunicode
  core.whitespace core.symlinks core.compression core.preloadindex core.untrackedcache core.commentchar core.logallrefupdates core.trustctime clean.requireforce
  tag.sort commit.verbose commit.status init.defaultbranch merge.conflictstyle merge.ff merge.renames merge.stat diff.renames
  diff.algorithm diff.context diff.mnemonicprefix diff.noprefix diff.colormoved diff.wserrorhighlight diff.submodule diff.relative diff.suppressblankempty
  rebase.autosquash rebase.autostash rebase.stat rerere.enabled safe.directory http.sslverify http.version http.postbuffer http.lowspeedlimit
  http.lowspeedtime protocol.version gc.auto gc.autodetach maintenance.auto pack.threads index.threads feature.manyfiles submodule.recurse clone.defaultremotename
  user.name user.email user.signingkey user.useconfigonly log.date log.decorate log.follow log.abbrevcommit log.mailmap log.graphcolors
  log.showroot log.diffmerges log.excludedecoration status.short status.branch status.showuntrackedfiles status.relativepaths
  status.showstash status.displaycommentprefix status.renames status.renamelimit status.aheadbehind format.pretty format.numbered
  format.subjectprefix format.signature format.signoff format.thread format.encodeemailheaders format.useautobase format.notes
  format.mboxrd format.noprefix format.to format.cc format.from blame.coloring blame.date blame.showemail blame.showroot
  blame.blankboundary blame.ignorerevsfile blame.markunblamablelines blame.markignoredlines push.default push.followtags
  push.autosetupremote push.useforceifincludes pull.ff fetch.prunetags fetch.parallel fetch.output fetch.showforcedupdates fetch.all
  fetch.fsckobjects fetch.unpacklimit
  checkout.defaultremote stash.showpatch versionsort.suffix receive.denycurrentbranch transfer.fsckobjects fetch.prune pull.rebase uploadpack.allowfilter`.split(
    /\s+/,
  ),
);
/** Where they are on, git starts the program that the repository names for it. */
const harmlessOff = new Set(["commit.gpgsign", "tag.gpgsign", "push.gpgsign", "log.showsignature"]);
/** Their value is given to a shell. */
const runs = new Set(
  `core.pager core.editor core.sshcommand core.askpass core.fsmonitor diff.external sequence.editor gpg.program gpg.ssh.program gpg.x509.program
  interactive.difffilter core.gitproxy web.browser credential.helper sendemail.smtpserver`.split(/\s+/),
);
const harmlessValues: Readonly<Record<string, readonly string[]>> = {
  "core.pager": ["cat", "", "less"],
  "core.fsmonitor": ["false", "", "0"],
  "core.editor": ["true", ":"],
  "sequence.editor": ["true", ":"],
  "credential.helper": [""],
  "diff.external": [""],
  "core.askpass": ["", "true"],
};

/** What `git name` stands for, where this setting says it. */
export function aliasedTo(setting: string, name: string): string | undefined {
  const equals = setting.indexOf("=");
  return equals > 0 && setting.slice(0, equals).toLowerCase() === `alias.${name.toLowerCase()}`
    ? setting.slice(equals + 1)
    : undefined;
}

export function startsEditor(setting: string): boolean {
  return /^(core|sequence)\.editor=/i.test(setting);
}

/** Undefined: not known; an empty list: it runs nothing. */
export function settingRuns(setting: string): Nested[] | undefined {
  const equals = setting.indexOf("=");
  const name = (equals < 0 ? setting : setting.slice(0, equals)).toLowerCase();
  const value = equals < 0 ? "true" : setting.slice(equals + 1);
  const [section = "", ...rest] = name.split(".");
  if (rest.length === 0) return undefined;
  const last = rest.at(-1) ?? "";
  if (harmlessNames.has(name) || /^protocol\.[a-z]+\.allow$/.test(name)) return [];
  if (harmlessOff.has(name) && ["false", "no", "off", "0"].includes(value.toLowerCase())) return [];
  if (runs.has(name)) return harmlessValues[name]?.includes(value) ? [] : asScript(name, value);
  const between = rest.length > 1;
  if (section === "alias") return value.startsWith("!") ? script(value.slice(1)) : undefined;
  const runsBetween =
    (section === "filter" && ["clean", "smudge", "process"].includes(last)) ||
    (section === "diff" && ["command", "textconv"].includes(last)) ||
    (section === "merge" && last === "driver") ||
    ((section === "difftool" || section === "mergetool") && last === "cmd");
  if (between && runsBetween) return section === "filter" ? script(value) : withArguments(value);
  if (section === "pager") return ["true", "false", "cat"].includes(value) ? [] : script(value);
  return harmlessSections.has(section) && !between ? [] : undefined;
}

function asScript(name: string, value: string): Nested[] | undefined {
  // Words for git itself, not for a shell: a helper's name, the built-in watcher.
  if (name === "credential.helper") return value.startsWith("!") ? withArguments(value.slice(1)) : undefined;
  if (name === "core.fsmonitor" && ["true", "1", "yes", "on"].includes(value.toLowerCase())) return undefined;
  return name === "core.pager" || name === "interactive.difffilter" ? script(value) : withArguments(value);
}

/** Git puts words of its own behind it, the names of files among them: `diff.external=rm` deletes. */
function withArguments(text: string): Nested[] {
  return script(`${text} "$ARGUMENT"`);
}

function script(text: string): Nested[] {
  return [{ runs: "script", text, folder: null }];
}

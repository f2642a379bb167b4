/** The lines of a git configuration that can make git run a program or read further configuration. */

const EXECUTING_SECTIONS =
  /^(alias|filter|credential|include|includeif|gpg|diff|merge|difftool|mergetool|pager|interactive|sequence|url|protocol|uploadpack|hook|trailer|browser|man|web|instaweb|sendemail)$/;
const EXECUTING_KEYS =
  /^(fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|worktree|attributesfile|alternaterefscommand|uploadpack|receivepack|proxy|vcs|update|helper|command|textconv|driver|process|clean|smudge|program|path|cmd)$/;

export function executingLines(text: string): string[] {
  const found: string[] = [];
  let section = "";
  let goesOn = false;
  for (const raw of text.split("\n")) {
    let rest = raw.trim();
    // The rest of a value that counts; read as a line of its own too, since in a comment the backslash means nothing.
    if (goesOn) found.push(`…${rest}`);
    // Several sections may begin on one line, and a name in quotes may hold a bracket.
    for (let end = headerEnd(rest); end > 0; end = headerEnd(rest)) {
      section = (/^\[\s*([A-Za-z0-9.-]+)/.exec(rest)?.[1] ?? "").toLowerCase().split(".")[0] ?? "";
      rest = rest.slice(end + 1).trim();
    }
    if (rest === "" || rest.startsWith("#") || rest.startsWith(";")) {
      goesOn = goesOn && rest.endsWith("\\");
      continue;
    }
    const key = (/^([A-Za-z0-9-]+)/.exec(rest)?.[1] ?? rest).toLowerCase();
    const executes = EXECUTING_SECTIONS.test(section) || EXECUTING_KEYS.test(key);
    if (executes) found.push(`${section}.${key}=${rest}`);
    goesOn = (executes || goesOn) && rest.endsWith("\\");
  }
  return found;
}

/** Where the header at the start of a line ends; -1 where there is none. */
function headerEnd(line: string): number {
  if (!line.startsWith("[")) return -1;
  let isQuoted = false;
  for (let at = 1; at < line.length; at += 1) {
    const char = line[at];
    if (isQuoted && char === "\\") at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === "]" && !isQuoted) return at;
  }
  return -1;
}

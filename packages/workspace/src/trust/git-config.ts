/** The lines of a git configuration that can make git run a program or read further configuration. */

const EXECUTING_SECTIONS =
  /^(alias|filter|credential|include|includeif|gpg|diff|merge|difftool|mergetool|pager|interactive|sequence|url|protocol|uploadpack|hook|trailer|browser|man|web|instaweb|sendemail)$/;
const EXECUTING_KEYS =
  /^(fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|worktree|attributesfile|alternaterefscommand|uploadpack|receivepack|proxy|vcs|update|helper|command|textconv|driver|process|clean|smudge|program|path|cmd)$/;

export function executingLines(text: string): string[] {
  const found: string[] = [];
  let section = "";
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const header = /^\[\s*([A-Za-z0-9.-]+)/.exec(line);
    if (header) section = (header[1] ?? "").toLowerCase().split(".")[0] ?? "";
    const rest = header ? line.slice(line.indexOf("]") + 1).trim() : line;
    if (rest === "" || rest.startsWith("#") || rest.startsWith(";")) continue;
    const key = (/^([A-Za-z0-9-]+)/.exec(rest)?.[1] ?? rest).toLowerCase();
    if (EXECUTING_SECTIONS.test(section) || EXECUTING_KEYS.test(key)) found.push(`${section}.${key}=${rest}`);
  }
  return found;
}

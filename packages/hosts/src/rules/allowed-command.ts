/** Whether rules let this very command pass. Unlike for what they forbid, the reading that matches less. */

/** Every one of the commands in it, where nothing in it but their separators means anything to a shell. */
export function allowsCommand(shell: string, entries: readonly string[], command: string): boolean {
  const specifiers = entries.flatMap((entry) => specifierOf(shell, entry) ?? []);
  const commands = command.split(/&&|\|\||[;|]/).map((one) => one.trim());
  return commands.every(
    (one) => /^[\w ./:@=,+%-]+$/.test(one) && specifiers.some((specifier) => allows(specifier, one)),
  );
}

function specifierOf(shell: string, entry: string): string | null {
  if (entry === shell) return "*";
  return entry.startsWith(`${shell}(`) && entry.endsWith(")") ? entry.slice(shell.length + 1, -1) : null;
}

/** `*`, `npm test`, `npm run *` and `npm run:*`; a star anywhere else may mean less than it seems to. */
function allows(specifier: string, command: string): boolean {
  if (specifier === "*") return true;
  const [, words] = /^(.+)(?::| )\*$/.exec(specifier) ?? [];
  if (words === undefined) return command === specifier;
  return command === words || command.startsWith(`${words} `);
}

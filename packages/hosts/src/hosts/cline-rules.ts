/** Cline's own rules stand in a variable. */
import type { Rules } from "../host/rules.ts";
import { matchesGlob } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import { anyText } from "../rules/permission-list.ts";
import { entriesOf, readRules } from "../rules/rule-files.ts";
import { type Finding, matched, unclear } from "../rules/verdict.ts";
import { member } from "../settings/read-settings.ts";

const where = "CLINE_COMMAND_PERMISSIONS";

export const clineRules: Rules = (call, _around, env) => {
  const text = env[where];
  if (text === undefined || text.trim() === "") return { kind: "none" };
  return judgeCommand(call, ({ whole, commands }) =>
    readRules({ where, text }, "json", (settings): Finding[] => {
      const deny = entriesOf(member(settings, "deny"), "deny", where);
      const allow = entriesOf(member(settings, "allow"), "allow", where);
      const found = deny.entries
        .filter((rule) => matchesGlob(rule, whole) || anyText(commands, (text) => matchesGlob(rule, text)))
        .map((rule) => matched("deny", rule, where));
      // Of a command inside of a box it would see neither.
      const isLed = commands.some(({ hasRedirect }) => hasRedirect) || /[\n\r`]/.test(whole);
      const led =
        isLed && member(settings, "allowRedirects") !== true ? [matched("deny", "allowRedirects", where)] : [];
      return [...found, ...led, ...deny.odd, ...allow.odd, ...onlyListed(allow.entries, commands)];
    }),
  );
};

/** Where only some commands may run, the one that is put in their place is none of them. */
function onlyListed(listed: readonly string[], commands: Parameters<typeof anyText>[0]): Finding[] {
  if (listed.length === 0) return [];
  const isListed = commands.every(({ texts }) => texts.some((text) => listed.some((rule) => matchesGlob(rule, text))));
  return isListed
    ? [unclear(where, "only what it lists may run, and a command in a box is not what it lists")]
    : [matched("deny", "allow", where)];
}

/** The variables that a line sets in front of its command: `DATABASE_URL=postgres://db npm test`. */

/** No sign that a shell acts on stands outside of quotes, and no quote hides the name. Each part begins with another sign. */
const setting = /([A-Za-z_][A-Za-z0-9_]*)=(?:[^\s'"\\;&|<>$`(){}*?[\]~#!^]|'[^'\n]*'|"[^"$`\\!\n]*")*[ \t]+/y;

export function settingsBefore(line: string): { set: string[]; command: string } {
  const set: string[] = [];
  setting.lastIndex = 0;
  let end = 0;
  for (let found = setting.exec(line); found !== null; found = setting.exec(line)) {
    set.push(found[1] ?? "");
    end = setting.lastIndex;
  }
  return { set, command: line.slice(end) };
}

/** What is allowed in a scope but probably not meant. */
import type { Intent } from "@intentgate/policy";

export function scopeWarnings({ id, owned_scope }: Pick<Intent, "id" | "owned_scope">): string[] {
  const granting = owned_scope.filter((glob) => !glob.startsWith("!"));
  if (granting.length === 0) {
    const what = owned_scope.length === 0 ? "owns no files yet" : "owns no files: its globs only take away";
    return [
      `${id} ${what}, so nothing may be changed under it. Add some: \`intentgate intent edit ${id} --add-scope "src/auth/**"\``,
    ];
  }
  const everything = granting.find((glob) => ["**", "**/*", "*/**"].includes(glob));
  return everything ? [`${id} owns everything (${everything}): no change will be outside its scope`] : [];
}

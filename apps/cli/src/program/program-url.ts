/** Where another program of this package starts: beside this one when built, in its own app when run from its sources. */
export function programUrl(name: string): URL {
  const here = import.meta.url;
  return here.endsWith(".ts") ? new URL(`../../../${name}/src/main.ts`, here) : new URL(`../${name}.mjs`, here);
}

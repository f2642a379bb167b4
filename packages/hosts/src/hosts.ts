import { type Host, hostNames } from "./host.ts";
import { hostNamed } from "./host-named.ts";

/** All that have a file. */
export const hosts: readonly Host[] = hostNames.flatMap((name) => hostNamed(name) ?? []);

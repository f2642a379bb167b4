/** `ip`, `ifconfig`, `sysctl`: they show what they are not told to change. */
import { optionTable, splitArguments } from "../../uses/options.ts";
import { onlyReads, type Program } from "../../uses/program.ts";

const objects =
  `address addr a link l route r ro neighbour neighbor neigh n rule ru maddress maddr m mroute mr tunnel tun netns addrlabel
  tcp_metrics token vrf nexthop macsec xfrm ntable netconf sr`.split(/\s+/);
/** Words may be cut short, but to some objects `s` is `set`. */
const showing = new Set(["show", "list", "ls", "lst", "sh"]);
/** One dash, then a word; `-batch`, `-force` and `-netns` are not among them. */
const flags =
  /^-(?:4|6|B|0|V|Version|h|human|s|stats|statistics|d|details|o|oneline|r|resolve|j|json|p|pretty|br|brief|t|timestamp|ts|tshort|N|Numeric|c|color(?:=[a-z]+)?|iec|a|all)$/;

const ip: Program = {
  names: ["ip"],
  use(args) {
    const texts = args.map(({ text }) => text);
    if (texts.includes(null)) return undefined;
    const words = texts.flatMap((text) => (text === null ? [] : [text]));
    const at = words.findIndex((word) => !flags.test(word));
    if (at < 0) return onlyReads([]);
    const [object = "", verb, ...rest] = words.slice(at);
    if (object === "monitor" || object === "help") return onlyReads([]);
    if (!objects.includes(object)) return undefined;
    if (verb === undefined || verb === "help") return onlyReads([]);
    const asksRoute = ["route", "r", "ro"].includes(object) && (verb === "get" || verb === "g");
    return showing.has(verb) || asksRoute
      ? rest.some((word) => flags.test(word) && word.length > 3)
        ? undefined
        : onlyReads([])
      : undefined;
  },
};

const ifconfig: Program = {
  names: ["ifconfig", "iwconfig"],
  use(args) {
    const split = splitArguments(optionTable("-aslvmLCr"), args);
    // A word behind an interface, or behind all of them, changes it.
    return split && !split.mayHideOption && split.operands.length < (split.has("a") ? 1 : 2)
      ? onlyReads([])
      : undefined;
  },
};

const sysctlOptions = optionTable("-aAbdeNnqriX r|pattern: all names values ignore quiet binary deprecated");

/** `name=value` sets it, and on some systems `-w` is not even needed. */
const sysctl: Program = {
  names: ["sysctl"],
  use(args) {
    const split = splitArguments(sysctlOptions, args);
    if (!split || split.mayHideOption || split.operands.some(({ text }) => text?.includes("="))) return undefined;
    return onlyReads([]);
  },
};

export const networkSettings: readonly Program[] = [ip, ifconfig, sysctl];

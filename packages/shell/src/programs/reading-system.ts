/** Programs that tell about the machine, the network and the user, and those that only compute. */
import { optionTable, splitArguments } from "../uses/options.ts";
import { onlyReads, type Program, type Word } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";

const capabilities = reading({ names: "tput", options: "", operands: "text", couldDoMore: true });

/** `init` and `reset` run what the description of the terminal names, and a person may keep their own descriptions. */
const terminal: Program = {
  names: capabilities.names,
  use: (args, around) =>
    args.some(({ text }) => text === "init" || text === "reset") ? undefined : capabilities.use(args, around),
};

const ps = reading({
  names: "ps",
  options: `-aAcdefFHjlLMNOrsSTuvwWxXyZ o|format: p|pid: u|user: U|User: C: t|tty: g|group: G|Group: O: k|sort: q: ppid: sid:
    forest no-headers headers deselect cols: columns: width: rows: lines: cumulative context`,
  operands: "text",
});

/** `ps e` prints the environment of the processes, keys included; `ps -e` is another option. */
function showsEnvironment(args: readonly Word[]): boolean {
  return args.some(({ text }, at) => {
    if (text === null) return at === 0;
    if (text.includes("env")) return true;
    const isValue = /^(?:-\w*[opuUCtgGOkqs]|--\w+)$/.test(args[at - 1]?.text ?? "");
    return !isValue && /^[A-Za-z]+$/.test(text) && /[eE]/.test(text);
  });
}

const dateOptions = optionTable(
  "-uRj I|iso-8601? d|date: f|file: r|reference: v: utc universal rfc-email rfc-2822 rfc-3339= debug resolution",
);

/** Shows the time; an operand without `+` sets the clock. */
const date: Program = {
  names: ["date"],
  use(args) {
    const split = splitArguments(dateOptions, args);
    if (!split || split.mayHideOption) return undefined;
    const [format, ...more] = split.operands;
    // To BSD a second one is a time, too.
    if (more.length > 0 || (format && !format.text?.startsWith("+"))) return undefined;
    const isNumber = !split.has("f") && /^\+(?:%[sYmdHMSjN])+$/.test(format?.text ?? "") && !format?.glob;
    return isNumber ? { ...onlyReads([]), isNumber: true } : onlyReads([]);
  },
};

const cronOptions = optionTable("l u:");

/** `crontab -l` shows; everything else changes what is run later. */
const crontab: Program = {
  names: ["crontab"],
  use(args) {
    const split = splitArguments(cronOptions, args);
    return split?.has("l") && !split.mayHideOption && split.operands.length === 0 ? onlyReads([]) : undefined;
  },
};

export const readingSystem: readonly Program[] = [
  reading({ names: "pwd", options: "-LPW logical physical", operands: "none" }),
  reading({
    names: "uname",
    anyOption: true,
    options: `-asnrvmpio all machine kernel-name nodename kernel-release kernel-version processor hardware-platform
      operating-system`,
    operands: "none",
  }),
  reading({ names: "arch logname users", options: "", operands: "none" }),
  reading({ names: "whoami", anyOption: true, options: "", operands: "none" }),
  reading({
    names: "id",
    anyOption: true,
    options: "-aGgnruzZ group groups name real user zero context",
    operands: "text",
  }),
  reading({ names: "groups", options: "", operands: "text" }),
  reading({ names: "nproc", anyOption: true, options: "all ignore:", operands: "none", isNumber: () => true }),
  reading({ names: "printenv", options: "-0 null", operands: "text" }),
  reading({ names: "seq", options: "-w0123456789. f|format: s|separator: equal-width", operands: "text" }),
  reading({ names: "sleep usleep", options: "", operands: "text" }),
  reading({
    names: "hostname",
    options: "-AdfiIsy alias all-fqdns all-ip-addresses domain fqdn long ip-address short",
    operands: "none",
  }),
  { names: ps.names, use: (args, around) => (showsEnvironment(args) ? undefined : ps.use(args, around)) },
  reading({
    names: "pgrep",
    options: "-acdfilLnorvwx P: u: U: g: G: s: t: F: d: count list-name list-full full newest oldest exact ignore-case",
    operands: "text",
  }),
  reading({ names: "pstree", options: "-aAcCGhlnNpsStTuUZ H:", operands: "text" }),
  reading({
    names: "free",
    options: "-bkmghltvw s|seconds: c|count: bytes kibi mebi gibi kilo mega giga human si total wide lohi",
    operands: "none",
  }),
  reading({ names: "uptime", options: "-ps pretty since", operands: "none" }),
  reading({ names: "w who", options: "-abdfhilmopqrsTtuw heading all boot count", operands: "text" }),
  reading({ names: "last lastlog", options: "-adFiRwx0123456789 n: u:", operands: "text", couldDoMore: true }),
  reading({ names: "vmstat", options: "-adfmnstwV S:", operands: "text" }),
  reading({ names: "lscpu", options: "-abBcCeJpsxy all extended? parse? json hex physical", operands: "none" }),
  reading({
    names: "lsblk",
    options:
      "-abdDfiJlmnOpPrsStTVzAM o|output: e|exclude: I|include: x|sort: json list fs all bytes tree? paths raw noheadings",
    operands: "files",
  }),
  reading({ names: "lspci lsusb", options: "-vknmqtbD s: d:", operands: "none", couldDoMore: true }),
  reading({ names: "getconf", options: "-a v:", operands: "text" }),
  reading({ names: "getent", options: "-iA s|service: no-idn no-addrconfig", operands: "text" }),
  reading({
    names: "locale",
    options: "-ackvm all-locales charmaps category-name keyword-name verbose",
    operands: "text",
  }),
  reading({
    names: "cal ncal",
    options: "-13bhjJmpswyNMSYe0123456789 A: B: d: H: W: n|months: one three sunday monday julian year",
    operands: "text",
  }),
  terminal,
  reading({ names: "clear", options: "-x T:", operands: "none" }),
  reading({ names: "factor", options: "-h exponents", operands: "text" }),
  reading({ names: "pathchk", options: "-pP portability", operands: "text" }),
  reading({ names: "sw_vers", options: "-productName productVersion", operands: "none" }),
  date,
  crontab,
  reading({ names: "ping ping6", options: "-46anqv c: i: s: t: w: W: I:", operands: "text" }),
  reading({ names: "dig", options: "-46mruv t: x: p: q: c: b: y: k: f:", operands: "text" }),
  reading({ names: "host", options: "-46aCdlnrsTvw c: t: R: W: N: m:", operands: "text" }),
  reading({ names: "whois", options: "-H h: p:", operands: "text" }),
  reading({ names: "traceroute tracepath", options: "-46FInTUbq m: q: w: f: p:", operands: "text" }),
  reading({
    names: "netstat",
    options: "-aceFgilnNoprstuvWx all numeric listening programs tcp udp route interfaces statistics",
    operands: "none",
  }),
  reading({
    names: "ss",
    options: "-0146abeHilmnoOprstuwx all numeric listening processes tcp udp summary extended info no-header",
    operands: "text",
    couldDoMore: true,
  }),
];

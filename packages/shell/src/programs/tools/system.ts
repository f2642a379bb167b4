/** Services, logs and settings of the machine where they are only looked at. */
import type { Program } from "../../uses/program.ts";
import { reading } from "../../uses/reading-program.ts";
import { tool } from "./tool.ts";

const unitLists = `-a all t|type: state: failed no-legend plain reverse after before recursive value p|property: n|lines: l|full q|quiet o|output: now`;

const manual = reading({
  names: "man whatis apropos",
  options: "-akfwWi s|sections: S: M|manpath: L|locale: all where path whatis apropos",
  operands: "text",
  couldDoMore: true,
});

/** A page of one's own says which programs bring it into shape: behind a slash, or below a folder that is named, it may be one. */
const pagesOfManual: Program = {
  names: manual.names,
  use: (args, around) =>
    args.some(({ text, glob }) => text === null || glob || text.includes("/") || /^(?:-M|--manpath)/.test(text))
      ? undefined
      : manual.use(args, around),
};

export const systemPrograms: readonly Program[] = [
  tool({
    names: "systemctl",
    anywhere: "user system no-pager",
    tells: "--failed --all",
    shows: [
      ...[
        "status",
        "show",
        "cat",
        "is-active",
        "is-enabled",
        "is-failed",
        "is-system-running",
        "list-units",
        "list-unit-files",
      ],
      ...[
        "list-timers",
        "list-sockets",
        "list-jobs",
        "list-dependencies",
        "get-default",
        "show-environment",
        "list-machines",
        "list-paths",
      ],
    ].map((verb) => `${verb}: ${unitLists}`),
  }),
  // `--rotate`, `--vacuum-…`, `--flush`, `--cursor-file` and their kind are not declared.
  reading({
    names: "journalctl",
    options: `-aefklmqrxN0123456789 u|unit: user-unit: n|lines? b|boot? o|output: p|priority: S|since: U|until: t|identifier: g|grep: c|cursor: F|field: M|machine:
      D|directory: file: facility: after-cursor: case-sensitive? output-fields: user system no-pager follow reverse pager-end no-tail quiet all full
      no-full list-boots disk-usage dmesg catalog no-hostname utc header fields list-catalog merge show-cursor`,
    operands: "text",
    couldDoMore: true,
  }),
  // `-c`, `-C`, `-D`, `-E` and `-n` change the buffer or the console.
  reading({
    names: "dmesg",
    options: `-dekrtTuwWxHLPJS F|file: f|facility: l|level: s|buffer-size: color? decode ctime human follow kernel userspace raw notime
      nopager reltime show-delta time-format: since: until: json syslog`,
    operands: "none",
    couldDoMore: true,
  }),
  reading({
    names: "lsof",
    options: "-aPnlNRtUVvwbCOXkMh i? p: u: c: d: g: F? s? r? T?",
    operands: "text",
    couldDoMore: true,
  }),
  reading({ names: "top", options: "-bcHiSs1Ee n: p: u: U: d: o: w?", operands: "none", couldDoMore: true }),
  reading({
    names: "iostat mpstat pidstat",
    options: "-cdhkmNstxyzuArlwA p? P: I? j: o:",
    operands: "text",
    couldDoMore: true,
  }),
  reading({
    names: "nvidia-smi",
    options: "-Lqh list-gpus query query-gpu: format: i|id: l|loop: d|display:",
    operands: "none",
    couldDoMore: true,
  }),
  tool({
    names: "hostnamectl timedatectl localectl",
    anywhere: "no-pager",
    tells: "status show",
    shows: ["status:", "show:", "list-timezones:", "list-locales:"],
  }),
  tool({
    names: "loginctl",
    anywhere: "no-pager",
    shows: [
      "list-sessions:",
      "list-users:",
      "session-status:",
      "user-status:",
      "show-session: p|property: value",
      "show-user: p|property: value",
    ],
  }),
  tool({ names: "ufw firewall-cmd", shows: ["status: verbose numbered", "--list-all:", "--state:"] }),
  pagesOfManual,
  reading({ names: "lsmod", options: "", operands: "none" }),
  reading({ names: "modinfo", options: "-adlpn0 F|field:", operands: "text" }),
  reading({
    names: "findmnt",
    options: "-AabCcDdefiJklmnOPpRrstUuvwyV o|output: T|target: S|source: t|types: json list raw df",
    operands: "files",
  }),
  reading({
    names: "lsns lsipc lsmem lslocks lslogins",
    options: "-JlnprabPu json list noheadings raw bytes notruncate o|output: t|type: p|task:",
    operands: "text",
  }),
];

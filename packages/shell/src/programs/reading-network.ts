/** Programs that ask the network or tell about it, and change nothing. */
import type { Program } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";

export const readingNetwork: readonly Program[] = [
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

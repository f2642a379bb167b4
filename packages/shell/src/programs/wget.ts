/** `wget`: keeps what it fetches, unless it is told to print it. */

import { optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Program, UseEffect, Word } from "../uses/program.ts";
import { below, inside, somewhere, useOf, written } from "../uses/use-of.ts";
import { downloadName, mayAskForMore } from "./download-name.ts";

// `-e`, `--config`, `--post-data` and their like are not declared.
const table = optionTable(
  `-46bcdEFHkKLmNpqrSvxh O|output-document: P|directory-prefix: o|output-file: a|append-output: t|tries: T|timeout:
  U|user-agent: i|input-file: l|level: A|accept: R|reject: D|domains: w|wait: Q|quota: I|include-directories:
  X|exclude-directories: B|base: header: user: password: referer: limit-rate: cut-dirs: load-cookies: save-cookies:
  ca-certificate: connect-timeout: read-timeout: dns-timeout: waitretry: max-redirect: progress: default-page:
  no-clobber no-verbose no-parent no-directories no-host-directories continue timestamping no-check-certificate quiet verbose
  server-response spider recursive mirror page-requisites convert-links adjust-extension span-hosts random-wait
  no-cache no-cookies no-proxy no-dns-cache inet4-only inet6-only show-progress no-hsts trust-server-names
  background help version content-disposition force-directories protocol-directories delete-after debug retry-connrefused https-only`,
);

/** `-nc`, `-nv`, `-np`, `-nd`, `-nH` are one option each. */
const negated: ReadonlyMap<string, string> = new Map([
  ["-nc", "--no-clobber"],
  ["-nv", "--no-verbose"],
  ["-np", "--no-parent"],
  ["-nd", "--no-directories"],
  ["-nH", "--no-host-directories"],
]);

export const wget: Program = {
  names: ["wget"],
  use(args) {
    const words = args.map((word) => ({
      ...word,
      text: word.text === null ? null : (negated.get(word.text) ?? word.text),
    }));
    const split = splitArguments(table, words);
    if (!split || mayAskForMore(args)) return undefined;
    const network = split.operands.map(
      ({ text }): UseEffect => ({ does: "network", target: text ?? "an address not known" }),
    );
    if (split.has("h", "help", "version")) return split.mayHideOption ? undefined : useOf([]);
    const kept = keptBy(split);
    if (split.mayHideOption && !kept.some(({ does }) => does === "write_somewhere")) return undefined;
    const files = split
      .values("o", "a", "save-cookies")
      .flatMap((file) => (file.text === "-" ? [] : written(file, "create_or_replace")));
    // In the background it tells a file what it would have told the person.
    const log =
      split.has("b", "background") && !split.has("o", "a", "q", "quiet") ? written("wget-log", "derived") : [];
    return useOf([...network, ...kept, ...files, ...log]);
  },
};

function keptBy(split: SplitArguments): UseEffect[] {
  const output = split.value("O");
  const isTree = split.has("r", "m", "p", "recursive", "mirror", "page-requisites");
  // What it follows it keeps for a while even as a spider.
  if (split.has("spider") && !isTree) return [];
  if (output) return output.text === "-" ? [] : written(output, "create_or_replace");
  const folder: Word = split.value("P") ?? { text: ".", glob: false };
  const tree = isTree || split.has("x", "i", "force-directories");
  const renames = split.has("content-disposition", "trust-server-names", "E", "adjust-extension", "K");
  if (folder.text === null) return [somewhere()];
  if (tree || renames) return below(folder);
  return split.operands.flatMap(({ text }) => {
    if (text === null) return [somewhere()];
    const name = downloadName(text, true);
    if (name === null && split.has("P")) return below(folder);
    return written(inside(folder.text ?? ".", name ?? "index.html"), "create_or_replace");
  });
}

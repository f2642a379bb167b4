/** `ssh-keygen`: makes keys, or shows them. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Program } from "../uses/program.ts";
import { below, readsOf, somewhere, useOf, written } from "../uses/use-of.ts";

const table = optionTable("-qlvyBpcH t: b: C: N: P: f: F: R: E: m: a: Z:");

export const sshKeygen: Program = {
  names: ["ssh-keygen"],
  use(args) {
    const split = splitArguments(table, args);
    if (!split || split.mayHideOption || split.operands.length > 0 || split.has("H")) return undefined;
    const file = split.value("f");
    // It changes first what it was told to change, and shows afterwards: `-y -R host` and `-y -p` write.
    const changes = split.has("R", "p", "c");
    if (!changes && split.has("l", "y", "B", "F")) return useOf(readsOf(file ? [file] : []));
    if (file?.text === null) return useOf([somewhere()]);
    if (split.has("R")) {
      const hosts = file?.text ?? "~/.ssh/known_hosts";
      const keys = split.has("p", "c") ? written(`${hosts}.pub`, "derived") : [];
      return useOf([...written(hosts, "derived"), ...written(`${hosts}.old`, "derived"), ...keys]);
    }
    if (!file) return useOf(below("~/.ssh"));
    if (split.has("p") && !split.has("c")) return useOf(written(file, "derived"));
    return useOf([...written(file, "create_or_replace"), ...written(`${file.text}.pub`, "create_or_replace")]);
  },
};

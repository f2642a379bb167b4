/** Words that mean something to a program without a dash in front: a file of further options, a command, another machine. */

/** `begins`: with one of these signs; `holds`: the sign in front of any slash. */
type Special = { begins: string } | { holds: string };

interface Row {
  /** Separated by spaces. */
  names: string;
  special: Special;
}

const rows: readonly Row[] = [
  // `@FILE` holds further options, and one of them may load a library or write.
  {
    names: `nm size strings objdump readelf addr2line c++filt objcopy strip ar ranlib ld gcc g++ cc c++ clang clang++ cpp gold lld dlltool windres
      elfedit gprof as llvm-nm llvm-size llvm-strings llvm-objdump llvm-readelf clang-format clang-tidy java javac javadoc jar kotlinc scalac
      rustc swiftc tsc ghc csc dmd ldc2 nvcc flang gfortran`,
    special: { begins: "@" },
  },
  // `+COMMAND` is done by the program once it runs, and what it knows runs programs and writes.
  { names: "less more most pg view vi vim nvim ex emacs nano joe kak", special: { begins: "+" } },
  { names: "ed red", special: { begins: "!" } },
  // `HOST:PATH` is reached by running another program.
  { names: "rsync scp sftp cpio mt borg rclone", special: { holds: ":" } },
];

const byName = new Map(rows.flatMap(({ names, special }) => names.split(/\s+/).map((name) => [name, special])));

/** Why a word may mean more than a file to this program; undefined: it cannot. `text` is null where it is not known. */
export function specialWord(name: string, text: string | null, glob: boolean): string | undefined {
  const special = byName.get(name);
  if (!special) return undefined;
  if (text === null) return `a word that ${name} is given may be more than the name of a file`;
  const isMeant =
    "begins" in special
      ? special.begins.includes(text[0] ?? " ") || (glob && /^[*?[]/.test(text))
      : glob && /^[^/]*[*?[]/.test(text);
  return isMeant ? `${text} may be more than the name of a file to ${name}` : undefined;
}

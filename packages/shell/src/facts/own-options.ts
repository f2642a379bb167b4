/**
 * Options of a program's own that say neither which project is meant, nor what runs it, nor where it writes: they may
 * stand behind a command that was declared with any words. What is not here may say one of these.
 */

interface Row {
  /** Separated by commas: the words that it begins with. */
  starts: string;
  /** Options alone, and options with a value, behind `=` or in the next word; separated by spaces. */
  alone: string;
  valued: string;
}

const cargoAlone = `-q --quiet -v -vv --verbose -r --release --workspace --all --lib --bins --tests --examples --benches --all-targets
  --all-features --no-default-features --locked --offline --frozen --keep-going --no-run --no-fail-fast --doc --no-deps --ignore-rust-version`;
const cargoValued =
  "-p --package --exclude --bin --test --example --bench -F --features -j --jobs --color --message-format --profile";

const rows: readonly Row[] = [
  {
    starts: "go test",
    alone: "-v -race -short -failfast -json -cover -benchmem -fullpath -x",
    valued: `-run -skip -bench -benchtime -count -timeout -parallel -cpu -tags -shuffle -list -p -covermode -coverpkg -fuzztime
      -vet`,
  },
  { starts: "go vet", alone: "-v -json -x", valued: "-tags -c -p" },
  { starts: "go build", alone: "-v -race -x -trimpath", valued: "-tags -p" },
  ...["cargo test", "cargo check", "cargo build", "cargo clippy"].map((starts) => ({
    ...{ starts, alone: cargoAlone, valued: cargoValued },
  })),
  {
    starts: "bun test",
    alone: "--bail --only --todo --coverage --dots --randomize --only-failures",
    valued: "-t --test-name-pattern --timeout --rerun-each --bail --seed --max-concurrency",
  },
  {
    starts: "golangci-lint run",
    alone: "-v --verbose --fast --fast-only --new --disable-all --tests --show-stats --allow-parallel-runners",
    valued: `--new-from-rev --new-from-merge-base --enable -E --disable -D --enable-only --timeout --max-issues-per-linter
      --max-same-issues --build-tags --concurrency -j --new --issues-exit-code --color --modules-download-mode --tests --show-stats`,
  },
];

const known = new Map(
  rows.map(({ starts, alone, valued }) => [
    starts,
    { alone: new Set(alone.split(/\s+/)), valued: new Set(valued.split(/\s+/)) },
  ]),
);

/** Whether all options among these words, behind this start of a command, are such ones. */
export function saysOnlyHow(start: readonly string[], words: readonly string[]): boolean {
  const [program = "", verb = ""] = start;
  const row = known.get(`${program} ${verb}`);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) {
      if (word.includes("=")) return false;
      continue;
    }
    const [, given = word, value] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
    // `go` takes two dashes for one.
    const name = program === "go" ? given.replace(/^--/, "-") : given;
    if (row?.alone.has(name) && value === undefined) continue;
    if (!row?.valued.has(name)) return false;
    // A program that the value is handed to may take it for an option.
    if (value?.startsWith("-")) return false;
    if (value !== undefined) continue;
    at += 1;
    if (at >= words.length || words[at]?.startsWith("-")) return false;
  }
  return true;
}

/** What a command needs that no box gives it, known by the names of its programs. */

export const OTHER_USER = "it wants the rights of another user";
const OTHER_MACHINE = "it works on another machine";
const OUTSIDE_PROGRAM = "it asks a program that is not contained";
const KEYS = "it uses your keys";
export const FETCHES = "it fetches from the network";
export const SENDS = "it sends to the network";

/** What leads out of the repository, or out of this machine. */
export const leadsOut: readonly string[] = [OTHER_USER, OTHER_MACHINE, OUTSIDE_PROGRAM, KEYS, FETCHES, SENDS];

const byProgram: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [OTHER_MACHINE]: "ssh scp sftp mosh rsync ftp telnet",
    [OTHER_USER]: "sudo su doas pkexec runuser",
    [OUTSIDE_PROGRAM]: `docker docker-compose podman nerdctl buildah kubectl helm minikube systemctl
      service journalctl launchctl vagrant virsh crontab at batch tmux screen`,
    [KEYS]: "gh glab aws gcloud gsutil az terraform heroku vercel netlify flyctl firebase wrangler gpg pass op",
    "it needs your screen": "open xdg-open code",
    "it asks the gate": "intentgate",
  }).flatMap(([why, names]) => names.split(/\s+/).map((name): [string, string] => [name, why])),
);

/** By program and first word. */
const byWord: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ["git", words({ [SENDS]: "push", [FETCHES]: "fetch pull clone ls-remote" })],
  ...["npm", "pnpm", "yarn", "bun"].map((name): [string, ReadonlyMap<string, string>] => [
    name,
    words({
      [SENDS]: "publish unpublish login adduser logout whoami deprecate owner team token profile",
      [FETCHES]: "view info show search audit outdated ping install i ci add update up upgrade create init dlx",
    }),
  ]),
  ...["pip", "pip3", "uv", "poetry", "pipx", "gem", "bundle", "composer"].map(
    (name): [string, ReadonlyMap<string, string>] => [
      name,
      words({ [FETCHES]: "install download add sync update lock search", [SENDS]: "publish push" }),
    ],
  ),
  ["cargo", words({ [FETCHES]: "fetch install update add search", [SENDS]: "publish login" })],
  ["go", words({ [FETCHES]: "get install" })],
]);

function words(groups: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(groups).flatMap(([why, names]) => names.split(" ").map((name) => [name, why])));
}

/** Null where a box has all that it needs, as far as its programs tell. */
export function needsMore(ran: readonly string[]): string | null {
  return needsOf(ran)[0] ?? null;
}

/** All of them, each once, in the order of the programs. */
export function needsOf(ran: readonly string[]): string[] {
  const found = ran.map((line) => {
    const { program, rest } = startedBy(line);
    const first = rest.find((word) => !word.startsWith("-")) ?? "";
    return byProgram.get(program) ?? byWord.get(program)?.get(first);
  });
  return [...new Set(found)].filter((why) => why !== undefined);
}

/** The program of a line that was read, without its folder, and the words behind it. */
export function startedBy(line: string): { program: string; rest: string[] } {
  const [path = "", ...rest] = line.split(/\s+/);
  return { program: path.slice(path.lastIndexOf("/") + 1), rest };
}

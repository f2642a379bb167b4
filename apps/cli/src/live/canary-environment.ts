/** What a canary's run sees of the person's environment, and what files in the repository would add to it. */
import { dirname } from "node:path";
import { type LiveHost, type SeenFile, variablesIn } from "@intentgate/hosts";

type VariablesFile = Pick<SeenFile, "place" | "kind" | "look">;

export interface CanaryPlace {
  /** The home folder of the run. */
  folder: string;
  stateDir: string;
  /** Files that the host will load. */
  files: readonly VariablesFile[];
}

/** No key and no account of the person's; whatever is not on this machine is a door that nobody opens. */
export function canaryEnvironment(env: NodeJS.ProcessEnv, place: CanaryPlace): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) =>
    /^(?:PATH|LANG|LC_[A-Z]+|TZ|USER|LOGNAME|SHELL|TERM)$/.test(name),
  );
  const windows = Object.entries(env).filter(([name]) => /^(?:SystemRoot|ComSpec|PATHEXT|TEMP|TMP)$/i.test(name));
  const nowhere = "http://127.0.0.1:9";
  const home = "127.0.0.1,localhost";
  return {
    ...Object.fromEntries([...kept, ...windows].map(([name, value]) => [name, value ?? ""])),
    HOME: place.folder,
    TMPDIR: place.folder,
    ...stateFor(env, place),
    ...Object.fromEntries(["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => both(name, nowhere))),
    ...Object.fromEntries(both("NO_PROXY", home)),
  };
}

/**
 * The hook must find the state that the person's own hooks find, although the home folder is another one. Where a file
 * sets the variable and the person does not, the file decides in their sessions: then it decides here too.
 */
function stateFor(env: NodeJS.ProcessEnv, { stateDir, files }: CanaryPlace): Record<string, string> {
  const name = process.platform === "win32" ? "LOCALAPPDATA" : "XDG_STATE_HOME";
  const own = env[name];
  if (own) return { [name]: own };
  return namesIn(files).includes(name) ? {} : { [name]: dirname(stateDir) };
}

/** Names of servers, of ways to them, of where to report to, and of code to be run first. */
const leading =
  /^(?:OTEL_.*|.*TELEMETRY.*|.*_BASE_URL|.*_ENDPOINT|.*_PROXY|SSL_.*|NODE_.*|GRPC_.*|SANDBOX.*|BUILD_SANDBOX|LD_.*|DYLD_.*|PERL5.*|BASH_ENV|BUN_.*)$/;

/** Why a run would not stay on this machine; what is already set, no such file changes. */
export function ledBy(
  files: readonly VariablesFile[],
  given: Readonly<Record<string, string>>,
  { leadingVariables }: Pick<LiveHost, "leadingVariables">,
): string | null {
  const closed = files.find(({ look }) => look.kind === "closed");
  if (closed) return `it loads ${closed.place}, which cannot be looked into`;
  const leads = (name: string) => [leading, leadingVariables].some((pattern) => pattern?.test(name.toUpperCase()));
  const name = namesIn(files).find((one) => leads(one) && !Object.hasOwn(given, one));
  return name === undefined ? null : `a file that it loads here sets ${name}`;
}

function namesIn(files: readonly VariablesFile[]): string[] {
  return files.flatMap(({ kind, look }) =>
    kind === "variables" && look.kind === "text" ? variablesIn(look.text) : [],
  );
}

function both(name: string, value: string): [string, string][] {
  return [
    [name, value],
    [name.toLowerCase(), value],
  ];
}

/**
 * The part of the environment that a person decides, and no host: several hosts load the `.env` of the repository, which
 * an agent may write, and hand it on to hooks. What leads to other folders stands in the launcher as it was at `init`;
 * what makes a program load code of others goes.
 */
import { dirname, join } from "node:path";
import { quotedWord } from "@intentgate/documents";
import { LAUNCHER_VARIABLE, YES_VARIABLE } from "./launched.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export const TEMP_FOLDERS: readonly string[] = ["TMPDIR", "TMP", "TEMP"];
const FOLDERS = ["HOME", ...TEMP_FOLDERS];

/** What steers node, perl, the loader of programs and shells, and what only a launcher may say. */
export const STEERING: readonly string[] = [
  ...["NODE_OPTIONS", "NODE_PATH", "NODE_V8_COVERAGE", "NODE_REPL_EXTERNAL_MODULE", "NODE_EXTRA_CA_CERTS"],
  ...["NODE_COMPILE_CACHE", "NODE_ICU_DATA", "NODE_REDIRECT_WARNINGS", "NODE_DEBUG", "NODE_DEBUG_NATIVE"],
  ...["NODE_PRESERVE_SYMLINKS", "NODE_PRESERVE_SYMLINKS_MAIN", "NODE_CHANNEL_FD", "NODE_UNIQUE_ID"],
  ...["OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES", "BUN_OPTIONS"],
  ...["LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "GCONV_PATH"],
  ...["PERL5LIB", "PERL5OPT", "PERLLIB", "PERL5DB", "PERLIO", "PERL_UNICODE"],
  ...["ENV", "BASH_ENV", LAUNCHER_VARIABLE, YES_VARIABLE, "INTENTGATE_BIN", "INTENTGATE_HOOK", "INTENTGATE_EVENT"],
];

/** More that loads or writes files; only in launchers of this machine, as settings of teams keep their very bytes. */
const ALSO_STEERING = [
  ...["GLIBC_TUNABLES", "LOCPATH", "NLSPATH", "MALLOC_TRACE", "GETCONF_DIR", "HOSTALIASES", "PERLIO_DEBUG"],
  ...["LD_DEBUG", "LD_DEBUG_OUTPUT", "LD_PROFILE", "LD_PROFILE_OUTPUT", "LD_BIND_NOT", "DYLD_FRAMEWORK_PATH"],
];

/** What a launcher forgets before it does anything. */
export const FORGOTTEN: readonly string[] = [...STEERING, ...ALSO_STEERING];

/** For a shell, before it starts anything. */
export const forgetSteering = `unset ${STEERING.join(" ")}`;

/** Forgets them and sets the folders as they are in `env`; the state folder is this one whatever a host says. */
export function surroundings(state: string, env: Environment): string {
  const isUsual = env.HOME !== undefined && join(env.HOME, ".local", "state", "intentgate") === state;
  // Not set where it need not be: a gate that a person started knows it as they do.
  const wanted: Environment = { ...env, XDG_STATE_HOME: isUsual ? undefined : dirname(state) };
  const lines = [...FOLDERS, "XDG_STATE_HOME"].map((name) => {
    const value = wanted[name];
    return value ? `${name}=${quotedWord(value)}; export ${name}` : `unset ${name}`;
  });
  return [`unset ${FORGOTTEN.join(" ")}`, ...lines].join("\n");
}

/** Variables that change what later programs do; setting one makes those programs unknown (CVE-2026-22708). */

const names = new Set(
  `PATH ENV PROMPT_COMMAND PS0 PS1 PS2 PS4 PAGER EDITOR VISUAL BROWSER SHELL SHELLOPTS BASHOPTS POSIXLY_CORRECT HOME CDPATH
  GLOBIGNORE EXECIGNORE DIRSTACK FPATH ZDOTDIR INPUTRC HISTFILE TMPDIR TMP TEMP TERM TERMCAP TERMINFO TERMINFO_DIRS
  LESS LESSOPEN LESSCLOSE LESSEDIT LESSKEY MORE MANPAGER MANOPT MANPATH MANROFFOPT
  TAR_OPTIONS TAPE RSH RSYNC_RSH GREP_OPTIONS RIPGREP_CONFIG_PATH GZIP BZIP BZIP2 XZ_OPT XZ_DEFAULTS ZIPOPT UNZIP UNZIPOPT
  AWKPATH AWKLIBPATH POSIXLY_CORRECT FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS PARALLEL PARALLEL_HOME
  RUBYOPT RUBYLIB RUBYPATH GEM_HOME GEM_PATH BUNDLE_GEMFILE JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH
  NODE_OPTIONS NODE_PATH LUA_INIT LUA_PATH LUA_CPATH TCLLIBPATH PHPRC PHP_INI_SCAN_DIR GOFLAGS RUSTFLAGS RUSTC_WRAPPER
  MAKEFLAGS GNUMAKEFLAGS MAKEFILES CC CXX CPP LD AR
  OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES CURL_HOME WGETRC SYSTEM_WGETRC GNUPGHOME NETRC SQLITE_HISTORY
  SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR FCEDIT GCONV_PATH LOCPATH NLSPATH HOSTALIASES MALLOC_TRACE GETCONF_DIR
  PSQLRC PSQL_EDITOR PGSYSCONFDIR PGSERVICEFILE MYSQL_HOME DOCKER_CONFIG DOCKER_HOST KUBECONFIG KUBE_EDITOR`
    .split(/\s+/)
    .filter(Boolean),
);

const families = ["LD_", "DYLD_", "GIT_", "PYTHON", "PERL", "BASH_", "XDG_", "npm_config_", "NPM_CONFIG_", "GLIBC_"];

/** Settings of these families that name no program and no file. */
const harmless: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["PAGER", new Set(["", "cat"])],
  ["GIT_PAGER", new Set(["", "cat"])],
  ["MANPAGER", new Set(["", "cat"])],
  ["GIT_EDITOR", new Set(["true", ":"])],
  ["EDITOR", new Set(["true", ":"])],
  ["GIT_TERMINAL_PROMPT", new Set(["0", "1"])],
  ["GIT_OPTIONAL_LOCKS", new Set(["0", "1"])],
  ["GIT_PAGER_IN_USE", new Set(["0", "1", "false", "true"])],
  ["TERM", new Set(["dumb", "xterm", "xterm-256color", "vt100", "linux"])],
  ["PYTHONDONTWRITEBYTECODE", new Set(["1"])],
  ["PYTHONUNBUFFERED", new Set(["1"])],
]);

export function isInfluential(name: string, value: string | null): boolean {
  if (value !== null && harmless.get(name)?.has(value)) return false;
  return names.has(name) || families.some((start) => name.startsWith(start));
}

/** For `env`, `sudo` and their kind: the first of these words that sets such a variable. */
export function influentialSetting(words: readonly { text: string | null }[]): string | undefined {
  for (const { text } of words) {
    for (const piece of text === null ? [] : text.split(/[ \t\n'"]+/)) {
      const equals = piece.indexOf("=");
      if (equals <= 0 || piece.startsWith("-")) continue;
      const name = piece.slice(0, equals);
      if (name.includes("%%") || isInfluential(name, piece.slice(equals + 1))) return name;
    }
  }
  return undefined;
}

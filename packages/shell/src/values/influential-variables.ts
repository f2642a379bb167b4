/** Variables that change what later programs do; setting one makes those programs unknown (CVE-2026-22708). */

const names = new Set(
  `PATH ENV PROMPT_COMMAND PS0 PS1 PS2 PS4 PAGER EDITOR VISUAL BROWSER SHELL SHELLOPTS BASHOPTS POSIXLY_CORRECT HOME CDPATH
  GLOBIGNORE EXECIGNORE DIRSTACK FPATH ZDOTDIR INPUTRC HISTFILE TMPDIR TMP TEMP TERM TERMCAP TERMINFO TERMINFO_DIRS
  LESS LESSOPEN LESSCLOSE LESSEDIT LESSKEY MORE MANPAGER MANOPT MANPATH MANROFFOPT
  TAR_OPTIONS TAPE RSH RSYNC_RSH GREP_OPTIONS RIPGREP_CONFIG_PATH GZIP BZIP BZIP2 XZ_OPT XZ_DEFAULTS ZIP ZIPOPT UNZIP UNZIPOPT
  ZIPINFO ZIPINFOOPT ZSTD_CLEVEL SIMPLE_BACKUP_SUFFIX VERSION_CONTROL PATCH_VERSION_CONTROL PATCH_GET QUILT_PATCHES
  AWKPATH AWKLIBPATH POSIXLY_CORRECT FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS PARALLEL PARALLEL_HOME
  RUBYOPT RUBYLIB RUBYPATH GEM_HOME GEM_PATH BUNDLE_GEMFILE JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH
  NODE_OPTIONS NODE_PATH LUA_INIT LUA_PATH LUA_CPATH TCLLIBPATH PHPRC PHP_INI_SCAN_DIR GOFLAGS RUSTFLAGS RUSTC_WRAPPER
  MAKEFLAGS GNUMAKEFLAGS MAKEFILES CC CXX CPP LD AR
  OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES CURL_HOME WGETRC SYSTEM_WGETRC GNUPGHOME NETRC SQLITE_HISTORY
  SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR FCEDIT GCONV_PATH LOCPATH NLSPATH HOSTALIASES MALLOC_TRACE GETCONF_DIR
  LESSHISTFILE LESSKEYIN LESSKEY_SYSTEM LESSKEYIN_SYSTEM LESSKEY_CONTENT LESSGLOBALTAGS LESSECHO MAGIC
  TAR_READER_OPTIONS TAR_WRITER_OPTIONS
  TEXTDOMAIN TEXTDOMAINDIR MUSL_LOCPATH
  NULLCMD READNULLCMD STTY MODULE_PATH MAILPATH TMPPREFIX TMPSUFFIX HISTFILESIZE
  PSQLRC PSQL_EDITOR PGSYSCONFDIR PGSERVICEFILE MYSQL_HOME DOCKER_CONFIG DOCKER_HOST KUBECONFIG KUBE_EDITOR`
    .split(/\s+/)
    .filter(Boolean),
);

const families =
  "LD_ DYLD_ GIT_ PYTHON PERL BASH_ XDG_ npm_config_ NPM_CONFIG_ GLIBC_ GROFF_ GAWK_ ZSTD_ RSYNC_ SYSTEMD_".split(" ");

/** Parts of zsh itself under a name of their own: its PATH, its functions, its arguments. */
const tiedInZsh = new Set(
  `path fpath cdpath manpath mailpath module_path fignore argv functions dis_functions commands builtins aliases dis_aliases
  galiases dis_galiases saliases dis_saliases options nameddirs userdirs histchars prompt psvar watch zle_highlight`.split(
    /\s+/,
  ),
);

export function isTiedInZsh(name: string): boolean {
  return tiedInZsh.has(name);
}

/** Settings of these families that name no program and no file. */
const harmless: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["PAGER", new Set(["", "cat"])],
  ["GIT_PAGER", new Set(["", "cat"])],
  ["MANPAGER", new Set(["", "cat"])],
  ["AWS_PAGER", new Set(["", "cat"])],
  ["GH_PAGER", new Set(["", "cat"])],
  ["GIT_EDITOR", new Set(["true", ":"])],
  ["EDITOR", new Set(["true", ":"])],
  ["GIT_TERMINAL_PROMPT", new Set(["0", "1"])],
  // What holds at the top of the tree anyway.
  ["GIT_DIR", new Set([".git"])],
  ["GIT_WORK_TREE", new Set(["."])],
  ["GIT_COMMON_DIR", new Set([".git"])],
  ["GIT_INDEX_FILE", new Set([".git/index"])],
  ["GIT_OPTIONAL_LOCKS", new Set(["0", "1"])],
  ["GIT_PAGER_IN_USE", new Set(["0", "1", "false", "true"])],
  ["TERM", new Set(["dumb", "xterm", "xterm-256color", "vt100", "linux"])],
  ["PYTHONDONTWRITEBYTECODE", new Set(["1"])],
  ["PYTHONUNBUFFERED", new Set(["1"])],
]);

/** Whatever their value is, it is only kept and shown. */
const free = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/;
const systemFolders = new Set("/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin".split(" "));

/** With this value it names no program and no file that matters. */
export function isHarmlessSetting(name: string, value: string | null): boolean {
  if (free.test(name) || (value !== null && harmless.get(name)?.has(value))) return true;
  return name === "PATH" && (value?.split(":").every((folder) => systemFolders.has(folder)) ?? false);
}

/** Its value names a language, whose texts are looked for in a folder of that name. */
function namesLanguage(name: string): boolean {
  return name === "LANG" || name === "LANGUAGE" || name.startsWith("LC_");
}

/** In some encodings a backslash or a backquote is the second half of a letter; a language that has one may use it unasked. */
function swallowsSigns(locale: string): boolean {
  const [language = "", encoding] = locale.split("@")[0]?.split(".") ?? [];
  if (encoding === undefined) return /^(?:zh|ja|ko|chinese|japanese|korean)/i.test(language);
  return !/^(?:utf-?8|iso-?8859-?[0-9]+|us-?ascii|ansi_x3\.4-1968|koi8-[rut])$/i.test(encoding);
}

export function isInfluential(name: string, value: string | null): boolean {
  if (isHarmlessSetting(name, value)) return false;
  if (namesLanguage(name))
    return value === null || value.includes("/") || (name !== "LANGUAGE" && swallowsSigns(value));
  return names.has(name) || families.some((start) => name.startsWith(start));
}

/** Families of names that tools go by: who exports them for everything may have them in the environment already. */
const toolFamilies =
  `NODE_ npm_ NPM_ YARN_ PNPM_ BUN_ DENO_ UV_ PIP_ POETRY_ CONDA_ CARGO_ RUSTUP_ GEM_ BUNDLE_ PHP_ COMPOSER_ JAVA_ MAVEN_
  GRADLE_ DOTNET_ NUGET_ AWS_ CLOUDSDK_ GOOGLE_ AZURE_ DOCKER_ COMPOSE_ KUBE_ HELM_ TF_ HOMEBREW_ BAT_ GH_ SSL_ SSLKEYLOGFILE CURL_ ACK_
  ACKRC SSH_ MYSQL_ SQLITE_`.split(/\s+/);

export function isWellKnown(name: string): boolean {
  return toolFamilies.some((start) => name.startsWith(start));
}

/** What many tools call the words, the code or the programs that they take from their environment. */
const usualEnds = /(?:OPTS?|OPTIONS|FLAGS|ARGS|WRAPPER|PRELOAD|PLUGINS?|PROXY|SHELL|EDITOR|PAGER|COMMAND|RCFILE)$/i;
const furtherFamilies =
  `GOROOT GOPATH GOENV GOTOOL GOPROXY GOWORK GOCACHE GOBIN GOMOD RUSTC RUSTDOC TS_NODE_ TSX_ JEST_ VITEST_ PYTEST_ TOX_ MOCHA_ ESLINT_
  CMAKE_ M2_ ANT_ SBT_ INTENTGATE_ ELECTRON_ IFS PWD OLDPWD COMSPEC PATHEXT`.split(/\s+/);

/** Whether nobody may be allowed to set it: it can say which program or what code runs, or where it is found. */
export function mayStartOthers(name: string): boolean {
  if (allowed.has(name)) return false;
  const isOfFamily = furtherFamilies.some((start) => name.startsWith(start));
  return isInfluential(name, null) || isWellKnown(name) || isOfFamily || usualEnds.test(name);
}

/** They change how much is printed, in which language and colour, and nothing else. */
const allowed = new Set(
  `CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE TZ COLUMNS LINES DEBIAN_FRONTEND NODE_ENV RUST_BACKTRACE AWS_PROFILE AWS_REGION
  AWS_DEFAULT_REGION`.split(/\s+/),
);

/**
 * Whether a variable that was set for a program may change what it does. Of most programs nobody knows all that they go by;
 * `documented`: what this one goes by is written down where it is described, and stands in the lists above.
 */
export function mayInfluence(name: string, value: string | null, documented: boolean): boolean {
  if (isInfluential(name, value)) return true;
  if (documented || isHarmlessSetting(name, value)) return false;
  return !allowed.has(name) && !namesLanguage(name);
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

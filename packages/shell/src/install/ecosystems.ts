/** Where packages of each kind come from, as their tools find out. */

export interface InstallSettings {
  env: Readonly<Record<string, string | undefined>>;
  /** What files of this name say, the project's first, then the person's; none where there is none. */
  texts(file: SettingsFile): readonly string[];
}

export type SettingsFile =
  | ".npmrc"
  | ".yarnrc"
  | ".yarnrc.yml"
  | "pip.conf"
  | "uv.toml"
  | "pyproject.toml"
  | ".cargo/config.toml"
  | "go/env"
  | "Gemfile"
  | "composer.json";

/** Where each lies in the home folder. */
export const settingsInHome: Readonly<Record<SettingsFile, readonly string[]>> = {
  ".npmrc": [".npmrc"],
  ".yarnrc": [".yarnrc"],
  ".yarnrc.yml": [".yarnrc.yml"],
  "pip.conf": [".config/pip/pip.conf", ".pip/pip.conf"],
  "uv.toml": [".config/uv/uv.toml"],
  "pyproject.toml": [],
  ".cargo/config.toml": [".cargo/config.toml", ".cargo/config"],
  "go/env": [".config/go/env"],
  Gemfile: [],
  "composer.json": [".config/composer/config.json"],
};

export interface Ecosystem {
  /** What installs, by the program's name; "" stands for the program alone. */
  tools: Readonly<Record<string, readonly string[]>>;
  /** Options that name an address. */
  naming: readonly string[];
  /** Options with which other settings are read. */
  moving: readonly string[];
  /** Options whose value is a word of its own. */
  valued: readonly string[];
  /** Folders below the home folder that it fills once for all projects. */
  caches: readonly string[];
  /** `isNamed`: an option names one already. */
  addresses(settings: InstallSettings, tool: string, isNamed: boolean): string[];
  /** The variable that names a registry, for what stands in a file that no box shows. */
  variable: string | null;
}

function found(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, address = ""]) => address));
}

function set(...values: (string | undefined)[]): string[] {
  return values.flatMap((value) => (value ?? "").split(/[\s,|]+/)).filter((value) => value !== "");
}

/** Those that were set, else the usual ones. */
function or(known: readonly string[], usual: readonly string[], isNamed = false): string[] {
  return known.length > 0 || isNamed ? [...known] : [...usual];
}

const node: Ecosystem = {
  tools: {
    npm: ["install", "i", "in", "add", "ci", "clean-install", "update", "up", "upgrade"],
    pnpm: ["install", "i", "add", "update", "up", "fetch"],
    yarn: ["", "install", "add", "up", "upgrade"],
  },
  caches: [".npm/_cacache", ".cache/yarn", ".local/share/pnpm/store"],
  variable: "npm_config_registry",
  naming: ["--registry"],
  moving: [
    "--prefix",
    "-C",
    "--dir",
    "--cwd",
    "--userconfig",
    "--globalconfig",
    "-g",
    "--global",
    "--proxy",
    "--https-proxy",
  ],
  valued: ["-w", "--workspace", "--filter", "--omit", "--include", "--loglevel", "--cache"],
  addresses({ env, texts }, tool, isNamed) {
    const scoped = found(texts(".npmrc"), /^[ \t]*@[^\s:=]+:registry\s*=\s*"?([^\s"]+)/gm);
    const own = [
      ...set(env.npm_config_registry, env.NPM_CONFIG_REGISTRY, env.YARN_NPM_REGISTRY_SERVER),
      ...(tool === "yarn" ? found(texts(".yarnrc.yml"), /^[ \t]*npmRegistryServer\s*:\s*["']?([^\s"']+)/gm) : []),
      ...(tool === "yarn" ? found(texts(".yarnrc"), /^[ \t]*registry\s+"?([^\s"]+)/gm) : []),
      ...found(texts(".npmrc"), /^[ \t]*registry\s*=\s*"?([^\s"]+)/gm),
    ];
    const usual = tool === "yarn" ? "https://registry.yarnpkg.com" : "https://registry.npmjs.org";
    return [...scoped, ...or(own.slice(0, 1), [usual], isNamed)];
  },
};

const PYPI = ["https://pypi.org", "https://files.pythonhosted.org"];

const python: Ecosystem = {
  tools: {
    ...{ pip: ["install", "download", "wheel"], pip3: ["install", "download", "wheel"] },
    uv: ["sync", "lock", "add", "pip install", "pip sync"],
    poetry: ["install", "add", "update", "lock"],
  },
  caches: [".cache/pip", ".cache/uv", ".cache/pypoetry"],
  variable: null,
  naming: ["-i", "--index-url", "--extra-index-url", "--index", "--default-index", "-f", "--find-links"],
  moving: ["--proxy", "--config-file", "--directory", "--project", "-C", "--isolated", "-e", "--editable", "--python"],
  valued: ["-r", "--requirement", "-c", "--constraint", "-t", "--target", "--group", "--extra", "-G"],
  addresses({ env, texts }, tool, isNamed) {
    const pip = () => [
      ...set(env.PIP_INDEX_URL, env.PIP_EXTRA_INDEX_URL, env.PIP_FIND_LINKS),
      ...found(texts("pip.conf"), /^[ \t]*(?:extra-)?index-url\s*=\s*(\S+)/gm),
    ];
    const uv = () => [
      ...set(env.UV_INDEX_URL, env.UV_DEFAULT_INDEX, env.UV_EXTRA_INDEX_URL, env.UV_INDEX).map((one) =>
        one.replace(/^[\w-]+=/, ""),
      ),
      ...found(texts("uv.toml"), /^[ \t]*(?:(?:extra-)?index-url|url)\s*=\s*\[?\s*"([^"]+)"/gm),
      ...found(texts("pyproject.toml"), /^\[\[tool\.uv\.index\]\][^[]*?^url\s*=\s*"([^"]+)"/gm),
    ];
    const poetry = () => found(texts("pyproject.toml"), /^\[\[tool\.poetry\.source\]\][^[]*?^url\s*=\s*"([^"]+)"/gm);
    const own = tool === "uv" ? uv() : tool === "poetry" ? poetry() : pip();
    const isWhole = own.length > 0 && !own.some((one) => one.includes("//pypi.org"));
    return isWhole ? own : [...own, ...or([], PYPI, isNamed)];
  },
};

const rust: Ecosystem = {
  tools: { cargo: ["fetch", "add", "update", "install", "generate-lockfile"] },
  caches: [".cargo/registry"],
  variable: null,
  naming: ["--index"],
  moving: ["--config", "-C", "--path", "--git", "--manifest-path", "--registry", "-Z"],
  valued: ["-p", "--package", "--features", "-F", "--version", "--vers"],
  addresses({ env, texts }, _tool, isNamed) {
    const config = texts(".cargo/config.toml");
    const own = [
      ...Object.entries(env).flatMap(([name, value]) => (/^CARGO_REGISTRIES_\w+_INDEX$/.test(name) ? set(value) : [])),
      ...found(config, /^[ \t]*(?:index|registry)\s*=\s*"([^"]+:[^"]+)"/gm),
    ];
    const isReplaced = config.some((text) => /^[ \t]*replace-with\s*=/m.test(text));
    return [...own, ...(isReplaced ? [] : or([], ["https://index.crates.io", "https://static.crates.io"], isNamed))];
  },
};

const go: Ecosystem = {
  tools: { go: ["get", "install", "mod download", "mod tidy", "mod vendor"] },
  caches: ["go/pkg/mod", ".cache/go-build"],
  variable: null,
  naming: [],
  moving: ["-C", "-modfile", "-overlay", "-exec", "-toolexec"],
  valued: ["-tags"],
  addresses({ env, texts }) {
    const setting = (name: string) => env[name] ?? found(texts("go/env"), new RegExp(`^${name}=(.*)$`, "gm"))[0];
    // Straight from where each module lies: hosts that nobody can name before.
    const proxies = set(setting("GOPROXY")).filter((one) => one !== "direct" && one !== "off");
    const sums = setting("GOSUMDB") === "off" ? [] : ["https://sum.golang.org"];
    return [...(setting("GOPROXY") === undefined ? ["https://proxy.golang.org"] : proxies), ...sums];
  },
};

const ruby: Ecosystem = {
  tools: { bundle: ["", "install", "update", "add"], bundler: ["", "install", "update", "add"] },
  caches: [],
  variable: null,
  naming: ["--source", "-s"],
  moving: ["--gemfile", "--git", "--github", "--path"],
  valued: ["--jobs", "-j", "--retry", "--group", "-g", "--version", "-v"],
  addresses({ texts }, _tool, isNamed) {
    const own = found(texts("Gemfile"), /^[ \t]*source\s*\(?\s*["']([^"']+)["']/gm);
    return or(own, ["https://rubygems.org"], isNamed);
  },
};

const php: Ecosystem = {
  tools: { composer: ["install", "i", "update", "u", "require"] },
  caches: [".cache/composer"],
  variable: null,
  naming: [],
  moving: ["-d", "--working-dir", "--repository", "--repository-url"],
  valued: [],
  addresses: ({ texts }) => [
    ...found(texts("composer.json"), /"url"\s*:\s*"(https?:[^"]+)"/g),
    // The packages themselves lie with the one that hosts most sources.
    ...["https://repo.packagist.org", "https://api.github.com", "https://codeload.github.com"],
  ],
};

export const ecosystems: readonly Ecosystem[] = [node, python, rust, go, ruby, php];

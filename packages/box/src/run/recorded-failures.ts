/** What systems say where they do not let a command be contained: recorded words, what they mean, and what helps. */
interface Failure {
  why: string;
  remedy: string;
}

const recorded: [said: RegExp, failure: Failure][] = [
  [
    /bwrap: setting up uid map: Permission denied/,
    {
      why: "AppArmor keeps bubblewrap from making namespaces, as on Ubuntu since 24.04",
      remedy:
        "Load a profile that lets bwrap and unshare make them; look first whether one for bwrap is there already.",
    },
  ],
  [
    /unshare failed: No space left on device/,
    {
      why: "user namespaces are switched off",
      remedy: "An administrator can allow them: sysctl user.max_user_namespaces.",
    },
  ],
  [
    /No permissions to create new namespace|unshare failed: Operation not permitted/,
    {
      why: "namespaces are forbidden here, as in most containers",
      remedy: "Run the agent outside the container, or start that with rules that allow user namespaces.",
    },
  ],
  [/bwrap: Unknown option/, { why: "bubblewrap is older than 0.8", remedy: "Install a newer one." }],
  [
    /env: (?:unrecognized option|invalid option|unknown option)/,
    { why: "the program env does not know signals", remedy: "Install coreutils 8.31 or newer." },
  ],
  [
    /mount: .*(?:permission denied|wrong fs type|unknown filesystem type)/i,
    {
      why: "layers cannot be laid over the root, the home folder or /tmp",
      remedy: "It takes a kernel since 5.11, and no other mount may lie below the root.",
    },
  ],
];

/** Null for words that nobody recorded. */
export function failureIn(said: string): Failure | null {
  return recorded.find(([words]) => words.test(said))?.[1] ?? null;
}

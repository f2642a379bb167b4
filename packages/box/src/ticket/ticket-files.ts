/** The names in the folder of a ticket. */
export const ticketFiles = {
  /** Data for the gate: whose command it is, and what is known of its run. */
  order: "order.json",
  /** Until when it may be redeemed, in seconds. */
  until: "until",
  /** The folder that it was judged for. */
  folder: "folder",
  /** The folder of its run. */
  run: "run",
  /** What is started; none where node starts it. */
  words: "words",
  /** Names and values for its environment. */
  variables: "variables",
  /** The folder that a sandbox of the host's lets be written, and what is started in such a one; none where it has none. */
  place: "place",
  sandboxed: "sandboxed",
  /** Somebody came with it, whether or not it was good. */
  seen: "seen",
  /** Who came first with it, and runs it. */
  redeemed: "redeemed",
  /** It did not run. */
  failed: "failed",
  /** What it changed was judged. */
  judged: "judged",
  /** Where it left its shell. */
  folderAfter: "folder-after",
  /** In a sandbox it came to its end. */
  ended: "ended",
} as const;

/** Inside the run: where the command says in which folder it ended. */
export const FOLDER_NOW = "folder";

/** What all hooks of one event may take together: a person or a host waits for them. */
export const LONGEST_EVENT_MS = 600_000;

/** The engine's limit is for a gate that hangs: every handler has one of its own, and all of one event have another. */
export const declaredTimeoutMs = LONGEST_EVENT_MS + 60_000;

/**
 * The contract between the page and its server: every address, what it answers, and what is told live.
 *
 * Who may ask: the address that `intentgate serve` prints leads to `http://NAME.localhost:PORT/enter?token=…`, which
 * sets a cookie and goes on to `/#key=KEY`. NAME is new with every start. The cookie is enough to look. Whatever changes
 * something also needs the header `Intentgate-Key: KEY`: a browser sends cookies to every port of a name, so who listens
 * elsewhere may come to know the cookie, but not what the page keeps in the localStorage of its own origin. So the page,
 * first of all, takes the key out of the fragment, keeps it under `keyStorageName` and removes it from the address.
 * A tab whose server was started anew finds it again as tab-keys.ts says.
 * Scripts send `Authorization: Bearer TOKEN`, to 127.0.0.1 too, which is enough for everything.
 *
 * Bodies are JSON (`content-type: application/json`). What is not 2xx has a `Failure` as its body: 400 not understood,
 * 401 not known who asks (open the printed address again), 403 not from here, 404 not there, 409 somebody else was
 * first, 413 too large, 422 understood and not possible, 503 busy.
 */
import type { CodeEntry, FileView, FoundPaths, MapView, WhyView } from "./code.ts";
import type { HealthView, HookReviewView, HookRunRow, HooksView, ReportView, TrustBody } from "./hooks.ts";
import type {
  EditIntentBody,
  IntentPage,
  IntentsView,
  MoveBody,
  NewIntentBody,
  ScopeEntry,
  ScopePreview,
  ScopePreviewBody,
  SuspectView,
} from "./intents.ts";
import type { ActedOn, AnswerBody, Answered, CallDetail, CallRow, NowView, SessionCard } from "./now.ts";
import type { Window } from "./shared.ts";
import type { KnownTab } from "./tab-keys.ts";
import type { ChainView, RecordDetail, Timeline, TraceFacets, TraceView } from "./trace.ts";

export const keyHeader = "Intentgate-Key";
export const keyStorageName = "intentgate-key";
export const mostItems = 500;
export const mostLines = 2_000;

/** GET, with the words of the query as each view says. Ids in paths are percent-encoded. */
export interface Gets {
  "/api/now": NowView;
  "/api/calls": Window<CallRow>;
  "/api/calls/:id": CallDetail;
  "/api/intents": IntentsView;
  "/api/intents/:id": IntentPage;
  "/api/intents/:id/suspect": SuspectView;
  "/api/intents/:id/scope": Window<ScopeEntry>;
  "/api/trace": TraceView;
  "/api/trace/timeline": Timeline;
  "/api/trace/facets": TraceFacets;
  "/api/trace/records/:number": RecordDetail;
  "/api/trace/chain": ChainView;
  "/api/code": Window<CodeEntry>;
  "/api/code/find": FoundPaths;
  "/api/code/file": FileView;
  "/api/code/why": WhyView;
  "/api/map": MapView;
  "/api/hooks": HooksView;
  "/api/hooks/runs": Window<HookRunRow>;
  "/api/hooks/:id/review": HookReviewView;
  "/api/health": HealthView;
  "/api/report": ReportView;
}

/** What changes something (and one question that is too long for an address). */
export interface Posts {
  "/api/approvals/:id/answer": { body: AnswerBody; answer: Answered };
  "/api/sessions/:id/reset": { body: Record<string, never>; answer: SessionCard };
  "/api/sessions/:id/revoke": { body: Record<string, never>; answer: SessionCard };
  "/api/sessions/:id/stop": { body: Record<string, never>; answer: SessionCard };
  "/api/sessions/:id/resume": { body: Record<string, never>; answer: SessionCard };
  "/api/sessions/stop": { body: Record<string, never>; answer: ActedOn };
  "/api/sessions/resume": { body: Record<string, never>; answer: ActedOn };
  "/api/intents": { body: NewIntentBody; answer: IntentPage };
  "/api/intents/:id/move": { body: MoveBody; answer: IntentPage };
  "/api/scope/preview": { body: ScopePreviewBody; answer: ScopePreview };
  "/api/trace/chain/verify": { body: Record<string, never>; answer: ChainView };
  "/api/tabs": { body: { publicKey: string }; answer: KnownTab };
  "/api/hooks/:id/trust": { body: TrustBody; answer: HooksView };
}

export interface Patches {
  "/api/intents/:id": { body: EditIntentBody; answer: IntentPage };
}

/** What may have changed; whoever shows something of it asks again. */
export const topics = [
  "approvals",
  "calls",
  "sessions",
  "intents",
  "policy",
  "ledger",
  "chain",
  "files",
  "coverage",
  "overlaps",
  "hooks",
  "health",
] as const;
export type Topic = (typeof topics)[number];

/**
 * GET /api/events, an event stream (EventSource works: the cookie is enough). Two kinds of event, each with an id, so
 * that a browser that was away is told at once what changed meanwhile:
 * - `hello`, with nothing in it: first on every connection.
 * - `changed`: at most every 100 ms.
 */
export interface Changed {
  topics: Topic[];
}

/** The small parts that every view is made of. */
import type { ComponentChildren } from "preact";
import type { ApiProblem } from "../../api/shared.ts";
import { sessionWords } from "../state/now-state.ts";
import { linkTo } from "../state/route.ts";
import { now } from "../state/screen.ts";
import { ago, inFull } from "../words/time-words.ts";
import { sentence } from "./code-parts.ts";
import { hueOf } from "./hue.ts";
import { Icon, type IconName } from "./icon.tsx";
import { MessageText } from "./message-text.tsx";
import { say } from "./toasts.tsx";

export function When({ at }: { at: string | null }) {
  if (at === null) return <span class="soft">not known</span>;
  return (
    <time dateTime={at} title={inFull(at)} class="when">
      {ago(at, now.value)}
    </time>
  );
}

export type Tone = "plain" | "good" | "bad" | "warn" | "info";

export function Badge(props: { tone?: Tone; icon?: IconName; children: ComponentChildren }) {
  return (
    <span class={`badge ${props.tone ?? "plain"}`}>
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </span>
  );
}

/** `plain`: inside of a row, where nothing else may be clicked. */
export function IntentChip({ id, name, plain = false }: { id: string | null; name?: string | null; plain?: boolean }) {
  if (id === null) return <span class="chip hue-none">no intent</span>;
  const words = (
    <>
      <span class="chip-dot" />
      <span class="chip-id">{id}</span>
      {name && <span class="chip-name">{name}</span>}
    </>
  );
  if (plain) return <span class={`chip ${hueOf(id)}`}>{words}</span>;
  return (
    <a class={`chip ${hueOf(id)}`} href={linkTo("intents", id)} title={name ?? id}>
      {words}
    </a>
  );
}

export function Empty(props: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={props.icon} />
      <p class="empty-title">{props.title}</p>
      {props.children}
    </div>
  );
}

/** A command that the reader may want to type; a click copies it. */
export function Command({ text }: { text: string }) {
  return (
    <button
      type="button"
      class="command"
      title="Copy"
      onClick={() => navigator.clipboard.writeText(text).then(() => say("Copied"))}
    >
      <code>{text}</code>
      <Icon name="copy" />
    </button>
  );
}

export function Loading({ rows = 4 }: { rows?: number }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">Loading</span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} class="loading-row" />
      ))}
    </div>
  );
}

export function Problems({ problems }: { problems: readonly ApiProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <Icon name="alert" />
      <div>
        {problems.slice(0, 5).map((problem) => (
          <p key={`${problem.code} ${problem.message}`}>
            <MessageText text={sentence(problem.message)} /> {problem.file && <code>{placeOf(problem)}</code>}
            <span class="soft remedy">
              <MessageText text={problem.remedy} />
            </span>
          </p>
        ))}
        {problems.length > 5 && <p class="soft">and {problems.length - 5} more</p>}
      </div>
    </div>
  );
}

function placeOf({ file, line, column }: ApiProblem): string {
  return [file, line, column].filter((part) => part !== null).join(":");
}

export function Notice(props: { tone: Tone; icon: IconName; children: ComponentChildren }) {
  return (
    <div class={`notice ${props.tone}`}>
      <Icon name={props.icon} />
      <div>{props.children}</div>
    </div>
  );
}

/** One heading a view, with what can be done beside it. */
export function ViewHead(props: {
  title: ComponentChildren;
  back?: string;
  /** Stands beside the view's own heading. */
  isSecond?: boolean;
  children?: ComponentChildren;
}) {
  const Heading = props.isSecond ? "h2" : "h1";
  return (
    <header class="view-head">
      {props.back && (
        <a class="icon-button back" href={props.back} aria-label="Back">
          <Icon name="left" />
        </a>
      )}
      <Heading tabIndex={-1}>{props.title}</Heading>
      <div class="view-acts">{props.children}</div>
    </header>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren] | null)[] }) {
  return (
    <dl class="facts">
      {facts.map((fact) =>
        fact === null ? null : (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Hosts give long random ids: the whole of it is in the title. */
export function SessionName({ id }: { id: string }) {
  return <span title={id}>{sessionWords(id)}</span>;
}

export function Commits({ ids }: { ids: readonly string[] }) {
  return <code>{ids.map((id) => id.slice(0, 10)).join(", ")}</code>;
}

export function Bullets({ lines, code = false }: { lines: readonly string[]; code?: boolean }) {
  return (
    <ul class="bullets">
      {lines.map((line) => (
        <li key={line}>{code ? <code>{line}</code> : line}</li>
      ))}
    </ul>
  );
}

export function Paths({ paths }: { paths: readonly string[] }) {
  return (
    <ul class="file-lines">
      {paths.map((path) => (
        <li key={path}>
          <Path path={path} />
        </li>
      ))}
    </ul>
  );
}

/** A long path keeps its end: that is where files differ. */
export function Path({ path }: { path: string }) {
  const cut = path.lastIndexOf("/") + 1;
  return (
    <span class="path" title={path}>
      <span class="path-folder">{path.slice(0, cut)}</span>
      <span class="path-name">{path.slice(cut)}</span>
    </span>
  );
}

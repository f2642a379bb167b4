/** Why a line is there: the intent, the decision, the approval, and what the intent demands. */
import type { WhyRecord, WhyView } from "../../../api/code.ts";
import {
  Bullets,
  Commits,
  Facts,
  IntentChip,
  Loading,
  Notice,
  Path,
  Problems,
  SessionName,
  When,
} from "../../parts/pieces.tsx";
import { linkTo } from "../../state/route.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { approvalWords, changeWords, classWords, columnWords, toolWords, whoWords } from "../../words/words.ts";
import { LineCounts } from "../trace/record-line.tsx";

export function WhyDetails({ path, line }: { path: string; line: number }) {
  const { value: why, problems } = useAnswer(
    "/api/code/why",
    Number.isInteger(line) && line > 0 ? { query: { path, line } } : null,
    ["files", "ledger", "intents"],
  );
  if (why === null) return problems.length > 0 ? <Problems problems={problems} /> : <Loading />;
  return (
    <>
      <pre class="raw why-line">{why.text.trim() === "" ? "an empty line" : why.text.trimStart()}</pre>
      <Credit why={why} />
    </>
  );
}

function Credit({ why }: { why: WhyView }) {
  switch (why.credit) {
    case "record":
      return (
        <>
          {why.how !== "exact" && <p class="soft">{howWords(why.how)}</p>}
          <Because record={why.record} here={why} />
        </>
      );
    case "ambiguous":
      return (
        <>
          <Notice tone="warn" icon="ask">
            The same line was written more than once. One of these is where it comes from:
          </Notice>
          {why.candidates.map((record) => (
            <Because key={record.id} record={record} here={why} />
          ))}
        </>
      );
    case "before_ledger":
      return why.git === null ? (
        <p>It was there before Intentgate, and git does not know it.</p>
      ) : (
        <>
          <p>It was there before Intentgate. Git says:</p>
          <Facts
            facts={[
              ["Author", why.git.author],
              ["When", <When key="when" at={why.git.at} />],
              ["Commit", `${why.git.summary}`],
              ["Hash", <code key="commit">{why.git.commit.slice(0, 12)}</code>],
            ]}
          />
        </>
      );
    case "since":
      return <p>A person, or a program outside of the gate, wrote it after the last recorded change of this file.</p>;
    default:
      return <p>Nobody knows: the record has a gap here.</p>;
  }
}

function Because({ record, here }: { record: WhyRecord; here: { file: string; line: number } }) {
  const { intent, decision } = record;
  const change = changeWords(record.description);
  const moved = record.written.path !== here.file || record.written.line !== here.line;
  return (
    <div class="because">
      {record.seal === "broken" && (
        <Notice tone="bad" icon="alert">
          The record behind this line is not what was written. It cannot be relied on.
        </Notice>
      )}
      {intent ? (
        <div class="because-intent">
          <IntentChip id={intent.id} name={intent.name} />
          <p class="soft">{intent.status === null ? "No longer declared" : columnWords(intent.status)}</p>
          {intent.suspect && (
            <Notice tone="warn" icon="alert">
              The intent demands something else now than when this line was written.
            </Notice>
          )}
          <Demands title="It is done when" lines={intent.acceptance_criteria} />
          <Demands title="Rules while working" lines={intent.constraints} />
        </div>
      ) : (
        <p>No intent: it was written outside of any declared work.</p>
      )}
      <p class="reason">
        {change.words} <LineCounts lines={change.lines} />
      </p>
      <Facts
        facts={[
          ["Written by", `${whoWords(record.entity_type)}${record.model === "unknown" ? "" : `, ${record.model}`}`],
          ["When", <When key="when" at={record.at} />],
          record.symbol === null ? null : ["Part of", <code key="symbol">{record.symbol}</code>],
          ["Kind", classWords(record.mutation_class)],
          ["Session", <SessionName key="session" id={record.session} />],
          decision === null ? null : ["Decision", <Decision key="decision" decision={decision} />],
          decision === null ? null : ["Approval", approvalWords(decision.approval)],
          moved ? ["First written", <First key="first" written={record.written} here={here.file} />] : null,
          record.commits.length === 0 ? null : ["In commit", <Commits key="commits" ids={record.commits} />],
        ]}
      />
      {record.number !== null && (
        <p>
          <a href={linkTo("trace", "", { record: String(record.number) })}>The whole record</a>
        </p>
      )}
    </div>
  );
}

function Decision({ decision }: { decision: NonNullable<WhyRecord["decision"]> }) {
  return <a href={linkTo("now", "", { call: decision.id })}>{toolWords(decision.tool)}, allowed</a>;
}

function First({ written, here }: { written: WhyRecord["written"]; here: string }) {
  return written.path === here ? (
    <>as line {written.line}</>
  ) : (
    <>
      as line {written.line} of <Path path={written.path} />
    </>
  );
}

function Demands({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 class="side-title">{title}</h3>
      <Bullets lines={lines} />
    </>
  );
}

function howWords(how: string): string {
  if (how === "moved") return "It was moved since it was written.";
  if (how === "formatted") return "Only its spacing was changed since.";
  return `Found again: ${how}.`;
}

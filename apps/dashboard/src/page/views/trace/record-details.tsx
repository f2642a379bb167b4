/** One change in full: the lines, the intent, the decision and the approval behind it, and its place in the chain. */
import type { RecordFile } from "../../../api/trace.ts";
import {
  Badge,
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
import { counted } from "../../words/time-words.ts";
import {
  approvalWords,
  changeWords,
  classWords,
  lineWords,
  outcomeWords,
  toolWords,
  whoWords,
} from "../../words/words.ts";
import { LineCounts } from "./record-line.tsx";

export function RecordDetails({ number }: { number: string }) {
  const { value: record, problems } = useAnswer(
    "/api/trace/records/:number",
    number === "" ? null : { ids: { number } },
    ["ledger", "intents"],
  );
  if (record === null) return problems.length > 0 ? <Problems problems={problems} /> : <Loading />;
  const change = changeWords(record.description);
  return (
    <>
      <p class="reason">
        {change.words} <LineCounts lines={change.lines} />
      </p>
      {record.seal === "broken" && (
        <Notice tone="bad" icon="alert">
          This record is not what was written. Nothing in it can be relied on.
        </Notice>
      )}
      {record.suspect && (
        <Notice tone="warn" icon="alert">
          The intent demands something else now than when this was written.{" "}
          {record.intent_id && <a href={linkTo("intents", record.intent_id)}>Look at the intent</a>}
        </Notice>
      )}
      <Facts
        facts={[
          ["Intent", <IntentChip key="intent" id={record.intent_id} />],
          ["Kind", classWords(record.mutation_class)],
          ["Written by", `${whoWords(record.entity_type)}${record.model === "unknown" ? "" : `, ${record.model}`}`],
          ["Session", <SessionName key="session" id={record.session} />],
          ["When", <When key="when" at={record.at} />],
          record.decision === null ? null : ["Tool", toolWords(record.decision.tool)],
          record.decision === null ? null : ["Outcome", outcomeWords(record.decision.outcome)],
          record.decision === null ? null : ["Approval", approvalWords(record.decision.approval)],
          record.commits.length === 0 ? null : ["In commit", <Commits key="commits" ids={record.commits} />],
        ]}
      />
      {record.decision !== null && (
        <p>
          <a href={linkTo("now", "", { call: record.decision.id })}>How it was decided</a>
        </p>
      )}
      <h3 class="side-title">{counted(record.files.length, "file")}</h3>
      {record.files.map((file) => (
        <FileLines key={file.path} file={file} />
      ))}
      <details class="more-facts">
        <summary>Hashes and the line of the ledger</summary>
        <Facts
          facts={[
            ["Record", <code key="id">{record.id}</code>],
            ["Revision", <code key="revision">{record.revision}</code>],
            record.chain === null ? null : ["In its chain", `number ${record.chain.seq}`],
            record.chain === null ? null : ["Hash", <code key="hash">{record.chain.hash}</code>],
            record.chain === null ? null : ["Before it", <code key="prev">{record.chain.prev}</code>],
          ]}
        />
        <pre class="raw">{record.line}</pre>
      </details>
    </>
  );
}

function FileLines({ file }: { file: RecordFile }) {
  return (
    <div class="record-block">
      <div class="line">
        <a href={linkTo("code", file.path)}>
          <Path path={file.path} />
        </a>
        <Badge tone={file.change === "deleted" ? "bad" : file.change === "created" ? "good" : "plain"}>
          {file.change === "mode" ? "permissions" : file.change}
        </Badge>
      </div>
      {file.renamed_from !== null && (
        <p class="soft">
          was <code>{file.renamed_from}</code>
        </p>
      )}
      <ul class="ranges">
        {file.ranges.slice(0, 30).map((range) => (
          <li key={`${range.start_line} ${range.content_hash}`}>
            <a href={linkTo("code", file.path, { line: String(range.start_line) })}>
              {lineWords(range.start_line, range.end_line)}
            </a>
            {range.symbol !== null && <span class="soft"> in {range.symbol}</span>}
          </li>
        ))}
      </ul>
      {file.ranges.length + file.more_ranges > 30 && (
        <p class="soft">and {counted(file.ranges.length + file.more_ranges - 30, "more range")}</p>
      )}
    </div>
  );
}

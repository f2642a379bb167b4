export {
  type Checked,
  formatProblem,
  type Problem,
  type ProblemCode,
  ProblemError,
  problem,
  problemCodes,
} from "./problems/problem.ts";
export { checkShape } from "./shape/check-shape.ts";
export { listOf, mapOf, oneOf, text, whole } from "./shape/shapes.ts";
export { hasControl, hasInvisible, replaceInvisible, unwelcomeAt, withoutControl } from "./text/invisible.ts";
export { markdownCode, markdownText } from "./text/markdown-text.ts";
export { coversHost, matchesName, matchesWildcard, matchStars } from "./text/match-stars.ts";
export { escapedLine, plainLine, shown } from "./text/plain-line.ts";
export { canonicalJson, decodeUtf8, jsonFields, jsonObject, readJson } from "./text/read-json.ts";
export { type FoundSecret, maskAll, maskedSecret, maskedText, maskSecrets, secretsIn } from "./text/secrets.ts";
export { pastedWord, quotedWord, shellLine } from "./text/shell-word.ts";
export {
  clipped,
  clippedText,
  oneLinePrintable,
  printable,
  visibleLines,
  visibleText,
  visibleValue,
} from "./text/visible-text.ts";
export { editYaml, moveItem, type YamlEdit } from "./yaml/edit-yaml.ts";
export { nearMiss } from "./yaml/near-miss.ts";
export { placesIn, type Span } from "./yaml/place.ts";
export {
  type PlainMap,
  type PlainValue,
  type ReadYaml,
  readYaml,
  versionProblem,
  type YamlPath,
} from "./yaml/read-yaml.ts";
export { linesOf } from "./yaml/text-lines.ts";

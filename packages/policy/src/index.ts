export { commandHere, mentionedBytes } from "./effects/command-here.ts";
export { isDeclarable } from "./effects/declared-command.ts";
export type { DescribedCall, EffectsOf } from "./effects/described-call.ts";
export { createEffectsOf } from "./effects/effects-of.ts";
export { generalForm, shownForm } from "./effects/general-form.ts";
export type { GitForesight, MovedTree } from "./effects/git-foresight.ts";
export { kindOfRun, type Machine, notHeld, notOnCopies, type RunFacts } from "./effects/kind-of-run.ts";
export { movesTree } from "./effects/moves-tree.ts";
export { reachOf } from "./effects/reach-of.ts";
export { recogniseAddress, recogniseServer } from "./effects/servers/recognise-server.ts";
export { serverEffects } from "./effects/servers/server-effects.ts";
export type { StartedServer } from "./effects/servers/server-places.ts";
export { ownToolRow, toolRow } from "./effects/tool-table.ts";
export { isCircuitOpen } from "./hooks/circuit-breaker.ts";
export { forbidsCall, type NamedCommand } from "./hooks/forbidden.ts";
export {
  type ForUndo,
  type Governed,
  type GovernedCall,
  type IntentProposal,
  type RelativePath,
  type RootReading,
  type RootView,
  type SessionView,
  type Standing,
  takenIntent,
} from "./hooks/governed.ts";
export { lock } from "./hooks/lock.ts";
export { registerDefaultHooks } from "./hooks/register-default-hooks.ts";
export { type StopOf, whyStopped } from "./hooks/stopped.ts";
export { type IgnoreRule, isForIntent, narrowIgnore } from "./ignore/ignore-rule.ts";
export { readIntentignore } from "./ignore/read-intentignore.ts";
export {
  addIntent,
  addScope,
  archiveIntent,
  type EditableField,
  HISTORY_LINES,
  setField,
  setHistory,
  setStatus,
  stampIntent,
} from "./intents/edit-intents.ts";
export { importSpec } from "./intents/import-spec.ts";
export { badMove, type Intent, type IntentStatus, intentStatuses, isOpen, mayMove } from "./intents/intent.ts";
export { renderIntentContext, renderOpenIntents, renderRecentChanges } from "./intents/intent-context.ts";
export { intentDigest } from "./intents/intent-digest.ts";
export type { IntentDraft } from "./intents/intent-draft.ts";
export { narrowIntents } from "./intents/narrow-intents.ts";
export { nameFor, promptLine } from "./intents/propose-name.ts";
export { proposeScope } from "./intents/propose-scope.ts";
export { readIntents } from "./intents/read-intents.ts";
export { type Lesson, type LessonKind, lessonId } from "./lessons/lesson.ts";
export { acceptLesson, addLesson, lessonsFor, readLessons, removeLesson } from "./lessons/lessons.ts";
export { readWaiting, withoutPlaces, writeWaiting } from "./lessons/waiting-lessons.ts";
export { parsePatch } from "./patch/parse-patch.ts";
export { canonicalPath } from "./paths/canonical-path.ts";
export {
  type ControlPlaces,
  containsControl,
  controlReason,
  createControlRules,
  isControlName,
  isGateProgram,
  isRunningGate,
  placingReason,
} from "./paths/control-files.ts";
export { agentSettings } from "./paths/control-names.ts";
export type { FileFacts } from "./paths/file-facts.ts";
export { linkedControlPlaces } from "./paths/linked-control-places.ts";
export { type Place, placeOf } from "./paths/place.ts";
export { createScope, globProblem, type Scope } from "./paths/scope.ts";
export { declareCommand, declareTool } from "./policy-file/edit-policy.ts";
export { narrowPolicy } from "./policy-file/narrow-policy.ts";
export {
  type ApprovalMode,
  type Approvers,
  type CommandWrites,
  type DeclaredCommand,
  type DeclaredTool,
  defaultPolicy,
  type Policy,
} from "./policy-file/policy.ts";
export { proposeCommands } from "./policy-file/propose-commands.ts";
export { readPolicy, revivedPolicy } from "./policy-file/read-policy.ts";
export { type PolicyTest, readPolicyTests } from "./policy-file/read-policy-tests.ts";
export type { AskedCall, KnownFile, PathPlace, Restores, UsedBy } from "./question/asked-call.ts";
export { hostsQuestion } from "./question/hosts-question.ts";
export { contestedQuestion, type KeptChange, keptQuestion } from "./question/kept-question.ts";
export { makeQuestion } from "./question/make-question.ts";
export { type Fact, type Question, type Severity, severityWords, type Waiting } from "./question/question.ts";
export { type QuestionLine, questionInOneLine, questionLines } from "./question/question-lines.ts";
export { readQuestion } from "./question/read-question.ts";
export { waitingWords, waitsStill } from "./question/waiting-words.ts";

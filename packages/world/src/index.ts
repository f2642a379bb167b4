export { cannotRead, cannotWrite, codeOf, onSystemError, reading, writing } from "./errors/file-problem.ts";
export { type Appended, appendLines, expectAppendable } from "./files/append-line.ts";
export { createExclusive, replaceFile, writeNew } from "./files/atomic-write.ts";
export { type BytesSource, formatSource, NOWHERE, parseSource } from "./files/bytes-source.ts";
export { isCacheFile, isCacheFolder } from "./files/cache-folders.ts";
export {
  ABSENT,
  fileSize,
  identity,
  isRealFolder,
  isSettled,
  nearestAbove,
  realFolder,
} from "./files/file-identity.ts";
export { busyTarget, type LockOptions, tryFileLock, withFileLock, withTargetLocks } from "./files/file-lock.ts";
export {
  CLOSED,
  createLastReading,
  type EntryReading,
  type FileReading,
  hashNow,
  hashOf,
  LARGEST_KEPT,
  readAfterwards,
  readEntry,
  readWhole,
} from "./files/file-reader.ts";
export {
  type FileStamp,
  formatStamp,
  isFolder,
  isLink,
  isRegular,
  isYoung,
  mayBeSince,
  parseStamp,
  permissionsOf,
  sameStamp,
  stampAt,
  stampOf,
} from "./files/file-stamp.ts";
export { giveBack, moveIfVacant } from "./files/give-back.ts";
export { keepHolderFiles } from "./files/holder-files.ts";
export { isKeyPlace, keyPlaces } from "./files/key-places.ts";
export { removeLeftovers, sweepLeftovers, temporaryBeside } from "./files/leftovers.ts";
export { isGone, newHolder, readHolder } from "./files/lock-holder.ts";
export { locksIn, namesIn } from "./files/locks-in.ts";
export { expectNoLink, expectWritable, makeFolder, removeFolder } from "./files/make-folder.ts";
export { overwriteFile } from "./files/overwrite-file.ts";
export { isRawName, onDisk } from "./files/raw-names.ts";
export { expectRegular, openRegular, readRegular, readText } from "./files/read-regular.ts";
export { linesBackwards, linesFromEnd, readTail } from "./files/read-tail.ts";
export { createFileFacts } from "./files/real-file-facts.ts";
export {
  changedBetween,
  type Entering,
  isBelow,
  isNeverWalked,
  snapshotTree,
  startWalk,
  type TreeSnapshot,
} from "./files/tree-snapshot.ts";
export { createCheckedOut, type GitThen } from "./git/checked-out.ts";
export { filesNaming } from "./git/files-naming.ts";
export { blobName, blobsNamed, looseObject, objectsAmong, readBlobs } from "./git/git-blobs.ts";
export { executingLines } from "./git/git-config.ts";
export { findRepository, headRevision, type Repository } from "./git/git-facts.ts";
export { bareIndex, createIndexReader, type GitIndex, isAsGitSawIt } from "./git/git-index.ts";
export { createHooksFolders, hooksFolders } from "./git/hooks-folders.ts";
export { createInWorktree } from "./git/in-worktree.ts";
export { gitSetting, ignoredAmong, runGit } from "./git/run-git.ts";
export { stagedPaths, type Taken } from "./git/staged-paths.ts";
export { branchMove, droppedPaths, isHeadPushed, type MoveTo, type TreeMove, treeMove } from "./git/tree-moves.ts";
export { createKillWithUs, endProcesses, type KillWithUs } from "./processes/end-processes.ts";
export { createHandlerEnvironment } from "./processes/handler-environment.ts";
export { commandLine, hostProcess } from "./processes/host-process.ts";
export { birthOfCall, type CallBirth, leftSince } from "./processes/left-processes.ts";
export { peerOf } from "./processes/peer-of.ts";
export { ancestorsOf, environmentOf, isAlive, startedAt } from "./processes/process-identity.ts";
export { type ProcessEnd, runProcess, SYSTEM_PATH, shellCode, systemProgram } from "./processes/run-process.ts";
export { findReapers, MARK_NAME, type Reapers } from "./processes/started-processes.ts";
export { shownText } from "./processes/tail.ts";

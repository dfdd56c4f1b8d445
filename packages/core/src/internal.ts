/**
 * The entry point for the other packages of this workspace: plumbing of engines and transports. Any version may change it.
 */
export { findMisfit } from './asking/form-misfit.js';
export type { SharedSession } from './engine/engine.js';
export type {
  BatchIncoming,
  HeaderClaims,
  Incoming,
  LegacyIncoming,
  ModernIncoming,
  RefusedIncoming,
} from './engine/incoming-message.js';
export { withNullId } from './engine/write-error.js';
export { processOfQuestion } from './engine/peer-requests.js';
export { findRequestIds, type UnreadText } from './json-rpc/find-request-ids.js';
export { endsOf, TextEnds } from './json-rpc/text-ends.js';
export type { PeerMessage, PeerNotification, PeerResponse } from './json-rpc/messages.js';
export { openNativeConversation, type NativeLimits } from './streaming/native-view.js';
export { blankSecrets } from './catalog/blank-secrets.js';
export { holdAll } from './catalog/hold-all.js';
export { blankThrown } from './errors/blank-thrown.js';
export { blankData } from './model/blank-data.js';
export { Budget } from './callers/clients.js';
export type { Client, ClientConnection } from './callers/clients.js';
export { clientKeyOf } from './callers/client-key.js';
export { describeFull, isShareOf } from './callers/describe-full.js';
export { isDiscoveryTool } from './calls/discovery-tools.js';
export { readNeededScopes } from './calls/require-scopes.js';
export { runForResource } from './calls/run-method.js';
export type { DiscoveryClient, ToolDiscovery } from './calls/tool-discovery.js';
export { backOffMs, type BackOff } from './model/back-off.js';
export { systemClock } from './model/clock.js';
export { LineSplitter, TextLineSplitter, withoutLineEnd } from './model/line-splitter.js';
export type {
  BuildSwap,
  CallSums,
  ComponentCalls,
  FailedCall,
  RecordedCalls,
  RecordedMinutes,
  RunningCall,
  ServerCalls,
  StepCalls,
} from './model/recorded-calls.js';
export { RunningList, type RunningEntry } from './model/running-list.js';
export { principalKey } from './model/principal.js';
export { metaKeys } from './revisions/meta-keys.js';
export { notModifiedExtension } from './revisions/extensions.js';
export { isNotificationOfProtocol, notificationPrefix } from './revisions/protocol-methods.js';
export { sigilMetaKeys } from './revisions/sigil-meta-keys.js';
export { releaseCapabilities, releasedMethod } from './calls/release-notice.js';
export { EventLoopYield } from './catalog/event-loop-yield.js';
export { openMemoryTaskStore } from './tasks/memory-task-store.js';
export type { Task } from './tasks/task.js';
export type { TaskCaps, TaskPlace, TaskStore } from './tasks/task-store.js';
export {
  assumedHttpRevision,
  findRevision,
  latestLegacyRevision,
  modernDates,
  namesModernEra,
} from './revisions/choose-revision.js';

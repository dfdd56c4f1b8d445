/**
 * The entry point for transports and the programs that connect them to a catalog: engines, their messages and their limits.
 */
export { findMisfit } from './asking/form-misfit.js';
export { openConversation, type Conversation, type ConversationOptions } from './engine/conversation.js';
export { createEngine } from './engine/create-engine.js';
export type {
  BegunSession,
  Engine,
  EngineOptions,
  Exchange,
  ExchangeFollower,
  Fault,
  Session,
  SharedSession,
  Streams,
} from './engine/engine.js';
export type {
  BatchIncoming,
  Envelope,
  HeaderClaims,
  Incoming,
  LegacyIncoming,
  ModernIncoming,
  RefusedIncoming,
} from './engine/incoming.js';
export { withNullId } from './engine/error-outgoing.js';
export type { EncodedMessage, Outgoing, Outlet } from './engine/outlet.js';
export { processOfQuestion } from './engine/peer-requests.js';
export type { StreamRequest } from './engine/stream-tool.js';
export { defineExtension } from './extensions/define-extension.js';
export type {
  Extension,
  ExtensionCall,
  ExtensionClient,
  ExtensionMethod,
  ExtensionNotification,
  ExtensionSender,
} from './extensions/extension.js';
export type { CompileSchema, SchemaCheck } from './extensions/offered-extensions.js';
export type {
  Intercept,
  InterceptedAnswer,
  InterceptedRequest,
  Interceptor,
  Next,
} from './interceptors/interceptor.js';
export { findRequestIds, type UnreadText } from './json-rpc/find-request-ids.js';
export { endsOf, TextEnds } from './json-rpc/text-ends.js';
export type { PeerMessage, PeerNotification, PeerRequest, PeerResponse, RequestId } from './json-rpc/messages.js';
export {
  defaultNativeLimits,
  openNativeConversation,
  type NativeConversation,
  type NativeLimits,
} from './streaming/native-view.js';
export { Budget } from './callers/clients.js';
export { Clients, type Client, type ClientConnection } from './callers/clients.js';
export { clientKeyOf } from './callers/client-key.js';
export { describeFull, isShareOf } from './callers/describe-full.js';
export { defaultSharedLimits, type SharedLimits } from './callers/shared-limits.js';
export type { CallEnd, CallFollower, CallObserver, EndedSession, ObservedCall } from './calls/call-observer.js';
export type { ErrorDisclosure, KeepLargeResult, LargeResult } from './calls/call.js';
export { isDiscoveryTool } from './calls/discovery-tools.js';
export type { StreamReader } from './calls/event-sequence.js';
export { defaultLimits, type OperationLimits } from './calls/limits.js';
export type { DiscoveredTool, DiscoveringClient, ToolDiscovery } from './calls/tool-discovery.js';
export { backOffMs, type BackOff } from './model/back-off.js';
export { beginAll, beginOnceWaiting, Later, laterOf, type MaybePromise } from './model/later.js';
export { RunningList, type RunningEntry } from './model/running-list.js';
export { localPrincipal, principalKey, type Principal } from './model/principal.js';
export { metaKeys } from './revisions/meta-keys.js';
export { ownMetaKeys } from './revisions/own-meta-keys.js';
export { releaseCapabilities, releasedMethod } from './engine/release-notice.js';
export { EventLoopYield } from './catalog/event-loop-yield.js';
export { openMemoryTaskStore } from './tasks/memory-task-store.js';
export type { Task, TaskOutcome, TaskStatus } from './tasks/task.js';
export type { TaskCaps, TaskPlace, TaskStore } from './tasks/task-store.js';
export {
  assumedHttpRevision,
  findRevision,
  latestLegacyRevision,
  modernDates,
  namesModernEra,
  revisions,
} from './revisions/choose-revision.js';
export type { Revision } from './revisions/revision.js';

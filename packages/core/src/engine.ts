/**
 * The entry point for programs that embed an engine: engines, conversations, limits, observers, extensions and interceptors.
 */
export { openConversation, type Conversation, type ConversationOptions } from './engine/conversation.js';
export { createEngine } from './engine/create-engine.js';
export type { BegunSession, Engine, EngineOptions, Exchange, Fault, Session, Streams } from './engine/engine.js';
export type { EncodedMessage, Outgoing, Outlet } from './calls/outlet.js';
export { defineExtension } from './extensions/define-extension.js';
export type {
  Extension,
  ExtensionCall,
  ExtensionClient,
  ExtensionMethod,
  ExtensionNotification,
  ExtensionSender,
  ParamsOf,
  TypedExtension,
} from './extensions/extension.js';
export type { CompileSchema, SchemaCheck } from './extensions/server-extensions.js';
export type {
  Intercept,
  InterceptedAnswer,
  InterceptedRequest,
  Interceptor,
  Next,
} from './interceptors/interceptor.js';
export type { RequestId } from './json-rpc/messages.js';
export { Clients } from './callers/clients.js';
export { defaultSharedLimits, type SharedLimits } from './callers/shared-limits.js';
export type { CallEnd, CallFollower, CallObserver, EndedSession, ObservedCall } from './calls/call-observer.js';
export type { ErrorDisclosure, KeepLargeResult, LargeResult } from './calls/server-facts.js';
export { defaultLimits, type OperationLimits } from './calls/limits.js';
export { localPrincipal, type Principal } from './model/principal.js';
export { revisions } from './revisions/choose-revision.js';
export type { Revision } from './revisions/revision.js';

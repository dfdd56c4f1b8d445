/**
 * The parts of the client that our other packages build on, without a promise that they stay as they are.
 */
export { modernRevision } from './era/envelope.js';
export {
  pageDoneMethod,
  type Exchange,
  type ExchangeResult,
  type QuestionReply,
  type ServerFacts,
} from './era/era-client.js';
export { isEmpty } from './era/forwarded-meta.js';
export { writeHeaderValue } from './era/header-value.js';
export { everyCapability, viewsExtension, type WantedProtocol } from './era/open-era-client.js';
export { replyToQuestion } from './era/question-reply.js';
export { isMethodNotFound, readError, urlElicitationRequired } from './era/read-result.js';
export { writeNotification } from './era/request-text.js';
export { SessionClient } from './era/session-client.js';
export { escapeInvisible } from './errors/escape-invisible.js';
export { ConnectionError, type ConnectionFailure } from './errors/connection-error.js';
export { ProcessGroup } from './processes/process-group.js';
export { countDown } from './reconnecting/count-down.js';
export { ReconnectingClient } from './reconnecting/reconnecting-client.js';
export { OpeningLimiter } from './retry/opening-limiter.js';
export { pause } from './retry/pause.js';
export { type Authorization } from './transports/authorization.js';
export { type Connection, type ConnectionEvents } from './transports/connection.js';
export { openHttpConnection, openSseConnection } from './transports/open-http-pool.js';
export { isPrivateHost, lookupPublic } from './transports/private-addresses.js';
export { ProxyVariableError, proxyFor } from './transports/proxy-choice.js';
export { readReason } from './transports/read-reason.js';
export { readRetryAfter } from './transports/read-retry-after.js';
export { hasScopes, joinScopes } from './transports/scopes.js';
export { StdioConnection } from './transports/stdio-connection.js';
export { WsConnection } from './transports/ws-connection.js';
export { splitMembers, splitMembersOf, wholeResult } from './wire/split-members.js';
export { type WireMessage } from './wire/wire-message.js';
export { probeRefusal, type Refusal } from './auth/refusal-probe.js';
export { inheritedVariables, readInherited } from './transports/program-environment.js';

export { createEndpoint, type EndpointOptions, type HttpEndpoint } from './endpoint/endpoint.js';
export { createStreamsEndpoint, type StreamsOptions } from './endpoint/streams-endpoint.js';
export type { Authenticate, Credentials, Denial, DenyScopes } from './requests/authentication.js';
export { describeForbidden } from './requests/describe-forbidden.js';
export { buildCallerCheck, type CallerHeaders, type CallerProblem, type CallerRules } from './requests/caller-check.js';
export type { Clock, Stop } from './clock.js';
export { defaultEndpointLimits, type EndpointLimits, type ServerLimits } from './limits.js';
export { MemoryEventStore, type EventLimits } from './sessions/memory-event-store.js';
export { koaMiddleware, type KoaContext } from './endpoint/koa-middleware.js';
export { fetchHandler, type FetchCaller, type FetchHandler } from './fetch/fetch-handler.js';
export { ListenError, type ListenErrorCode } from './listening/listen-error.js';
export {
  openHttpServer,
  type CloseOptions,
  type HttpServer,
  type HttpServerOptions,
} from './listening/open-http-server.js';
export { shareRequest } from './requests/direct-request.js';
export type { Sharing } from './shared/endpoint-sharing.js';
export { loadSharing } from './shared/load-sharing.js';
export type { SharedSessions, SharedSessionsOptions } from './shared/shared-sessions.js';
export { createSseEndpoints, type SseEndpoints, type SseOptions } from './sse-pair/sse-endpoints.js';

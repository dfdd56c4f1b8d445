export { createEndpoint, type EndpointOptions, type HttpEndpoint } from './endpoint.js';
export type { Clock, Stop } from './clock.js';
export { defaultEndpointLimits, defaultServerLimits, type EndpointLimits, type ServerLimits } from './limits.js';
export type { EventPosition } from './event-id.js';
export type { EventStore, StoredEvent } from './event-store.js';
export { koaMiddleware, type KoaContext } from './koa-middleware.js';
export { ListenError, type ListenErrorCode } from './listen-error.js';
export { openHttpServer, type HttpServer, type HttpServerOptions } from './open-http-server.js';
export { createSseEndpoints, type SseEndpoints, type SseOptions } from './sse-endpoints.js';

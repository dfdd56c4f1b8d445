export { createEndpoint, type EndpointOptions, type HttpEndpoint } from './endpoint.js';
export type { CallerRules } from './check-caller.js';
export type { Clock, Stop } from './clock.js';
export { defaultEndpointLimits, defaultServerLimits, type EndpointLimits, type ServerLimits } from './limits.js';
export { koaMiddleware } from './koa-middleware.js';
export { ListenError, type ListenErrorCode } from './listen-error.js';
export { openHttpServer, type HttpServer, type HttpServerOptions } from './open-http-server.js';

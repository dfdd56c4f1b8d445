/**
 * The module for NestJS applications: decorated providers as tools, resources and prompts.
 */
export { SigilModule } from './sigil-module.js';
export { SigilService, type SigilHealth } from './sigil-service.js';
export { McpExecutionContext, mcpContextType } from './calls/mcp-execution-context.js';
export { SigilModuleError } from './sigil-error.js';
export type { SigilModuleOptions, SigilOptionsFactory, SigilRouteOptions } from './sigil-options.js';
export type { HttpRequest, HttpResponse } from './calls/http-call.js';
export type { ApplicationLimits } from './limits.js';
export type { McpCall } from './calls/mcp-call.js';

/**
 * Serving built plugins in an edge runtime, from memory. A separate entry, because its bundlers refuse modules that read files or start
 * processes.
 */
export { openEdgeHandler, type EdgeHandler } from './embedding/open-edge-handler.js';
export type { EdgeHandlerOptions } from './embedding/edge-options.js';
export type { EdgePlugin } from './embedding/edge-plugin.js';

/**
 * Serving plugins in a program of one's own, by one call.
 */
export { serve, type ServedFolder, type ServeOptions } from './embedding/serve.js';
export { openHandler, type HandlerOptions, type HandlerSettings, type OpenHandler } from './embedding/open-handler.js';
export type { EmbeddingParts } from './embedding/embedding-options.js';

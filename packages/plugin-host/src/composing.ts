/**
 * Composing catalogs as a separate entry: it imports no module of Node, and a server in an edge runtime hosts no plugin.
 */
export { composeSources } from './composing/compose-sources.js';

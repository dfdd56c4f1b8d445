/**
 * Exports the search for tools: terms of definitions, and an index of them.
 */
export { readToolTerms, type ToolTerms } from './search/tool-terms.js';
export { ToolIndex } from './search/tool-index.js';

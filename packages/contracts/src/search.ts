/**
 * Exports the search for tools: terms of definitions, and an index of them.
 */
export { readToolTerms, type DescribedTool, type ToolTerms } from './search/tool-terms.js';
export { ToolIndex, type FoundTool, type IndexedTool } from './search/tool-index.js';

/**
 * The benchmark's tools as plain functions: the floors and rivals call them, and the load checks answers against them.
 *
 * The classes that Sigil serves are equivalent; see `write-work.mjs`.
 */

/** Number of the first generated tool, so that there are as many tools as requested. */
export const firstGenerated = 4;

/** @param {{ message: string }} input */
const echo = ({ message }) => message;

/** @param {{ a: number, b: number }} input */
const add = ({ a, b }) => ({ sum: a + b });

/** @param {{ query: string, limit?: number, filters?: { tags?: string[], minScore?: number } }} input */
function search({ query, limit = 10, filters }) {
  const tags = filters?.tags ?? ['alpha', 'beta'];
  const minScore = filters?.minScore ?? 0;
  const items = [];
  for (let i = 0; i < limit; i++) {
    items.push({ id: `doc-${i}`, title: `Result ${i} for ${query}`, score: Math.max(1 - i / 100, minScore), tags });
  }
  return { items };
}

/** @param {number} number which of the generated tools @param {{ query: string }} input */
const collection = (number, { query }) => `collection ${number}: ${query}`;

/** @param {number} number */
export const generatedName = (number) => `tool_${String(number).padStart(4, '0')}`;

/** Returns the numbers of the generated tools. @param {number} tools total number of tools */
export function generatedNumbers(tools) {
  return Array.from({ length: Math.max(0, tools - firstGenerated + 1) }, (_, index) => index + firstGenerated);
}

/**
 * Runs a tool by its name.
 *
 * @param {string} name
 * @param {any} input
 * @returns {string | object}
 */
export function runTool(name, input) {
  if (name === 'echo') return echo(input);
  if (name === 'add') return add(input);
  if (name === 'search') return search(input);
  return collection(Number(name.slice('tool_'.length)), input);
}

/** Converts a tool's answer to a result of the protocol. @param {string | object} value */
export function toResult(value) {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/**
 * The JSON Schemas of the benchmark's tools as a person would write them, for the floors, which do not generate any.
 */
import { generatedName, generatedNumbers } from './tools.mjs';

const tags = { type: 'array', items: { type: 'string' } };
const filters = { type: 'object', properties: { tags, minScore: { type: 'number' } }, additionalProperties: false };
const searchInput = {
  type: 'object',
  properties: { query: { type: 'string' }, limit: { type: 'integer', default: 10 }, filters },
  required: ['query'],
  additionalProperties: false,
};
const item = {
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string' }, score: { type: 'number' }, tags },
  required: ['id', 'title', 'score', 'tags'],
};

/** @param {Record<string, unknown>} properties */
const objectOf = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

/** Returns the list as in `tools/list`. @param {number} tools */
export function listOf(tools) {
  const number = { type: 'number' };
  return [
    { name: 'echo', description: 'Says it again.', inputSchema: objectOf({ message: { type: 'string' } }) },
    {
      name: 'add',
      description: 'Adds two numbers.',
      inputSchema: objectOf({ a: number, b: number }),
      outputSchema: objectOf({ sum: number }),
    },
    {
      name: 'search',
      description: 'Searches the documents.',
      inputSchema: searchInput,
      outputSchema: objectOf({ items: { type: 'array', items: item } }),
    },
    ...generatedNumbers(tools).map((it) => ({
      name: generatedName(it),
      description: `Searches collection ${it}.`,
      inputSchema: searchInput,
    })),
  ];
}

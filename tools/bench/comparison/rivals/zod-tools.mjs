/**
 * Defines the benchmark's tools for the rivals: zod schemas and functions.
 */
import { z } from 'zod';
import { generatedName, generatedNumbers, runTool } from '../../serving/served-tools/tools.mjs';

const filters = z.object({ tags: z.array(z.string()).optional(), minScore: z.number().optional() });
const searchInput = () => ({
  query: z.string(),
  limit: z.number().int().default(10).describe('How many'),
  filters: filters.optional(),
});
const items = z.array(z.object({ id: z.string(), title: z.string(), score: z.number(), tags: z.array(z.string()) }));

/**
 * @param {number} count number of tools
 * @returns {{ name: string, description: string, input: Record<string, import('zod').ZodType>, output?: Record<string,
 *   import('zod').ZodType>, run: (input: any) => any }[]}
 */
export function zodTools(count) {
  const tools = [
    { name: 'echo', description: 'Says it again.', input: { message: z.string() } },
    {
      name: 'add',
      description: 'Adds two numbers.',
      input: { a: z.number(), b: z.number() },
      output: { sum: z.number() },
    },
    { name: 'search', description: 'Searches the documents.', input: searchInput(), output: { items } },
    ...generatedNumbers(count).map((number) => ({
      name: generatedName(number),
      description: `Searches collection ${number}.`,
      input: searchInput(),
    })),
  ];
  return tools.map((tool) => ({ ...tool, run: (input) => runTool(tool.name, input) }));
}

/** The input of the tool that reports progress. */
export const progressInput = { count: z.number() };

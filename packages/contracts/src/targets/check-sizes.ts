/**
 * Checks the amount of text in a server's tools, each by itself and all together.
 */
import { eachTool, type CheckedTool, type RuleCheck } from './checked-offer.js';

const claudeSchemaBytes = 16_384;
/** Characters per token, as measured by the sources for text such as schemas. */
const charactersOfToken = 4;

/** Sizes, by rule. */
export const sizeChecks = {
  'claude/schema-size': eachTool(({ inputSchema }) => {
    const bytes = bytesOf(inputSchema);
    return bytes > claudeSchemaBytes ? `the input schema has ${bytes} bytes` : undefined;
  }),
  'claude/context-size': largerThan(25_000 * charactersOfToken),
  'gemini/context-size': largerThan(49_299),
  'vscode/context-size': largerThan(128_000 * charactersOfToken),
  'cursor/context-size': largerThan(128_000),
} as const satisfies Readonly<Record<string, RuleCheck>>;

/** Adds up all tools as a client presents them to the model: names, descriptions and input schemas. */
function largerThan(most: number): RuleCheck {
  return ({ tools }) => {
    const sizes = tools.map(({ name, description, inputSchema }: CheckedTool) => ({
      name,
      bytes: bytesOf({ name, description, inputSchema }),
    }));
    const all = sizes.reduce((total, { bytes }) => total + bytes, 0);
    const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
    if (all <= most || !largest) return [];
    const tool = all - largest.bytes <= most && largest.bytes > most ? largest.name : undefined;
    return [{ tool, message: `the tools have ${all} bytes together, of which "${largest.name}" has ${largest.bytes}` }];
  };
}

function bytesOf(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

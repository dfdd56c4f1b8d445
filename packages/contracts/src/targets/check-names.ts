/**
 * Checks tool names as each client writes them, descriptions, and the number of tools.
 */
import { eachTool, toolsForModels, type CheckedTool, type RuleCheck } from './checked-offer.js';
import { walkSchema } from '../schema/walk-schema.js';

const longestDescription = 1024;
/** VS Code's `McpToolName.MaxPrefixLen` is 18: "mcp_", 13 characters of the server's name and "_". */
const vscodeServerCharacters = 13;

/** Names, descriptions and counts, by rule. */
export const nameChecks = {
  'claude/tool-name-pattern': eachTool(({ name }) => unlessMatching(name, /^[a-zA-Z0-9_-]{1,64}$/)),
  'claude/tool-name-length': longerThan(128, claudeName),
  'claude/tool-name-over-64': eachTool((tool, { server }) => {
    const { length } = claudeName(tool, server);
    return length > 64 && length <= 128 ? `"${claudeName(tool, server)}" has ${length} characters` : undefined;
  }),
  'claude/description-length': longDescription(),
  'openai/tool-name-pattern': eachTool(({ name }) => unlessMatching(name, /^[a-zA-Z0-9_-]+$/)),
  'openai/tool-name-length': longerThan(64, ({ name }) => name),
  'openai/prefixed-name-length': longerThan(64, claudeName),
  'openai/tool-count': moreToolsThan(128),
  'openai/description-length': longDescription(),
  'gemini/tool-name-pattern': eachTool(({ name }) => unlessMatching(name, /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/)),
  'gemini/tool-name-length': longerThan(63, ({ name }) => name),
  'gemini/tool-count': moreToolsThan(64),
  'gemini/description-missing': eachTool(({ description }) => (description ? undefined : 'it has no description')),
  'vscode/tool-name-pattern': eachTool(({ name }) => unlessMatching(name, /^[a-zA-Z0-9_-]+$/)),
  'vscode/tool-name-length': longerThan(64, vscodeName),
  'vscode/tool-count': moreToolsThan(128),
  'vscode/description-length': ({ tools }) =>
    tools.flatMap((tool) =>
      walkSchema(tool.inputSchema).flatMap(({ schema, input, path }) => {
        if (typeof schema === 'boolean' || typeof schema.description !== 'string') return [];
        const { length } = schema.description;
        if (length <= longestDescription) return [];
        return [
          { tool: tool.name, input, message: `the description of ${path || 'the input'} has ${length} characters` },
        ];
      }),
    ),
  'cursor/tool-name-pattern': eachTool(({ name }) => unlessMatching(name, /^[a-zA-Z0-9_-]+$/)),
  'cursor/tool-name-hyphen': eachTool(({ name }) => (name.includes('-') ? `"${name}" has a hyphen` : undefined)),
  'cursor/tool-name-underscores': eachTool(({ name }) =>
    name.includes('__') ? `"${name}" has two underscores in a row` : undefined,
  ),
  'cursor/tool-name-length': eachTool(({ name }, { server }) => {
    const length = server.length + name.length;
    return length < 60 ? undefined : `"${server}" and "${name}" have ${length} characters together`;
  }),
  'cursor/tool-count': moreToolsThan(40),
} as const satisfies Readonly<Record<string, RuleCheck>>;

/** Returns the name in Claude Code, which replaces invalid characters of a server's name. */
function claudeName({ name }: CheckedTool, server: string): string {
  return `mcp__${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__${name}`;
}

function vscodeName({ name }: CheckedTool, server: string): string {
  const label = server.toLowerCase().replace(/[^a-z0-9_.-]+/g, '_');
  return `mcp_${label.slice(0, vscodeServerCharacters)}_${name}`;
}

function unlessMatching(name: string, pattern: RegExp): string | undefined {
  return pattern.test(name) ? undefined : `"${name}" does not match ${pattern.source}`;
}

function longerThan(most: number, write: (tool: CheckedTool, server: string) => string): RuleCheck {
  return eachTool((tool, { server }) => {
    const name = write(tool, server);
    return name.length > most ? `"${name}" has ${name.length} characters` : undefined;
  });
}

function longDescription(): RuleCheck {
  return eachTool(({ description = '' }) =>
    description.length > longestDescription ? `the description has ${description.length} characters` : undefined,
  );
}

function moreToolsThan(most: number): RuleCheck {
  return ({ tools }) => {
    const { length } = toolsForModels(tools);
    return length > most ? [{ message: `there are ${length} tools` }] : [];
  };
}

/**
 * The prompt that an entry offers for a tool. The tool supplies what the entry leaves out, so a server without prompts gets one from a
 * name alone. The tool's scopes apply to the prompt too.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { PromptArgument } from '@sigil/core/building';
import { derive, type PublishedPrompt, type PublishedTool } from '@sigil/core/catalog';
import { ownPrompt, buildPrompt } from './static-prompt.js';
import { unknownPlaceholders, type PromptEntry } from './static-entries.js';

/** The member of a prompt's `_meta` that names its tool. */
export const toolKey = 'dev.sigil/tool';

/** @throws Error when a placeholder of the entry has no argument */
export function toolPrompt(
  entry: PromptEntry,
  base: PublishedPrompt | undefined,
  tool: PublishedTool,
): PublishedPrompt {
  const { name, description } = tool.definition;
  const whole = {
    ...(description === undefined ? {} : { description }),
    ...entry,
    arguments: entry.arguments ?? base?.definition.arguments ?? argumentsOf(tool),
  };
  const [unknown] = unknownPlaceholders(entry.messages ?? [], whole.arguments);
  if (unknown !== undefined) throw new Error(`${unknown} stands for no argument of the tool "${name}"`);
  const prompt =
    buildPrompt(whole, base) ?? ownPrompt(shownOf(whole), (input) => [{ role: 'user', text: callWords(name, input) }]);
  const { definition } = prompt;
  return derive(prompt, {
    ...combineGuards(tool, prompt),
    definition: { ...definition, _meta: { ...definition._meta, [toolKey]: name } },
    get: (...[input, context]: Parameters<PublishedPrompt['get']>) => prompt.get(input, context),
  });
}

function shownOf({ runs: _runs, tool: _tool, messages: _messages, ...shown }: PromptEntry): Omit<PromptEntry, 'runs'> {
  return shown;
}

/** Combines the guards of the tool and the prompt; both apply. */
function combineGuards(tool: PublishedTool, prompt: PublishedPrompt): Pick<PublishedTool, 'scopes' | 'permits'> {
  const scopes = [...new Set([...(tool.scopes ?? []), ...(prompt.scopes ?? [])])];
  const guards = [tool, prompt].flatMap(({ permits }) => permits ?? []);
  return {
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(guards.length > 0 ? { permits: (principal) => guards.every((permits) => permits(principal)) } : {}),
  };
}

/** Returns arguments that are strings, as for every prompt, whatever the tool takes. */
function argumentsOf({ definition: { inputSchema } }: PublishedTool): PromptArgument[] {
  const { properties, required } = inputSchema;
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    ...(isJsonObject(schema) && typeof schema['description'] === 'string'
      ? { description: schema['description'] }
      : {}),
    ...(needed.includes(name) ? { required: true } : {}),
  }));
}

function callWords(tool: string, input: JsonObject): string {
  const given = Object.entries(input).map(([name, value]) => `- ${name}: ${String(value)}`);
  return given.length === 0 ? `Call the tool "${tool}".` : `Call the tool "${tool}" with:\n${given.join('\n')}`;
}

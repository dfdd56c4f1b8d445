/**
 * A prompt that configuration names: its own messages with arguments filled in, or a plugin's prompt with another definition.
 */
import { nearestNames, type JsonObject } from '@sigil/core';
import { kindOf, type ArgumentProblem, type PromptDefinition } from '@sigil/core/building';
import { derive, type PublishedPrompt } from '@sigil/core/catalog';
import { fillIn } from './prompt-text.js';
import type { PromptEntry, TemplateMessage } from './static-entries.js';

/** @returns `undefined` when it has no messages and there is no prompt to run */
export function buildPrompt(entry: PromptEntry, base: PublishedPrompt | undefined): PublishedPrompt | undefined {
  const { runs: _runs, tool: _tool, messages, ...shown } = entry;
  if (messages)
    return ownPrompt(shown, (input) => messages.map(({ role, text }) => ({ role, text: fillIn(text, input) })));
  if (!base) return undefined;
  return derive(base, {
    definition: { ...base.definition, ...shown },
    get: (...[input, context]: Parameters<PublishedPrompt['get']>) => base.get(input, context),
  });
}

/** @param write returns the messages for valid arguments */
export function ownPrompt(
  definition: PromptDefinition,
  write: (input: JsonObject) => readonly TemplateMessage[],
): PublishedPrompt {
  return {
    definition,
    get(input) {
      const problems = problemsIn(input, definition);
      if (problems.length > 0) return Promise.resolve({ kind: 'bad-arguments', problems });
      const messages = write(input).map(({ role, text }) => ({ role, content: { type: 'text' as const, text } }));
      return Promise.resolve({ kind: 'result', messages });
    },
  };
}

function problemsIn(input: JsonObject, { arguments: taken = [] }: PromptDefinition): ArgumentProblem[] {
  const names = taken.map(({ name }) => name);
  const wrong = taken.flatMap(({ name, required }) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) return required ? [{ path: name, expected: 'a string', received: 'nothing' }] : [];
    return typeof value === 'string' ? [] : [{ path: name, expected: 'a string', received: kindOf(value) }];
  });
  const unknown = Object.keys(input).filter((name) => !names.includes(name));
  return [
    ...wrong,
    ...unknown.slice(0, 20).map((name) => ({
      path: name.slice(0, 64),
      expected: 'left out',
      received: kindOf(input[name]),
      unknown: adviceFor(name, names),
    })),
  ];
}

function adviceFor(name: string, names: readonly string[]): string {
  const [nearest] = nearestNames(name, names);
  return nearest === undefined ? '' : `did you mean "${nearest}"?`;
}

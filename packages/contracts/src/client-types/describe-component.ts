/**
 * The lines of the doc comments of tools, resources and prompts.
 */
import type { JsonObject } from '@sigil/core';
import type { OfferedPrompt, OfferedTool } from './client-offer.js';

/** The title and the description of a component. */
type Described = Pick<OfferedPrompt, 'title' | 'description'>;

const hints = [
  ['readOnlyHint', 'changes nothing', 'changes things'],
  ['destructiveHint', 'may destroy', 'destroys nothing'],
  ['idempotentHint', 'may be repeated', ''],
  ['openWorldHint', 'reaches beyond its server', ''],
] as const;

/** Returns its description, or else its title. */
export function describeComponent({ description, title }: Described): readonly string[] {
  const text = description?.trim() || title?.trim() || '';
  return text === '' ? [] : text.split(/\r\n|\r|\n/);
}

/** Returns its description and the promises of its hints, if any. */
export function describeTool(tool: OfferedTool): readonly string[] {
  const promised = promisesIn(tool.annotations ?? {});
  const text = describeComponent({ ...titleIn(tool.annotations), ...tool });
  return promised === '' ? text : [...text, ...(text.length > 0 ? [''] : []), `Hints: ${promised}.`];
}

function promisesIn(annotations: JsonObject): string {
  const isReadOnly = annotations['readOnlyHint'] === true;
  const promises = hints.map(([hint, yes, no]) => {
    // A read-only tool is neither destructive nor harmful to repeat.
    if (isReadOnly && (hint === 'destructiveHint' || hint === 'idempotentHint')) return '';
    const value = annotations[hint];
    return typeof value === 'boolean' ? (value ? yes : no) : '';
  });
  return promises.filter((promise) => promise !== '').join(', ');
}

function titleIn(annotations: JsonObject | undefined): Described {
  const title = annotations?.['title'];
  return typeof title === 'string' ? { title } : {};
}

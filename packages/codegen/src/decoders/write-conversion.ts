/**
 * Writes the JavaScript that turns an argument's text into the JSON its type is checked as, for templates and prompts, whose
 * arguments are strings on the wire. Text that fits nothing stays text, and the check after it refuses it.
 */
import type { LiteralsNode, SchemaNode } from '../model/schema-node.js';
import { flattenUnion } from './plain-node.js';

/** The expression of the JSON that `expression` says as text. */
export function writeConversion(node: SchemaNode, expression: string): string {
  const members = flattenUnion(node).map(({ plain }) => plain);
  // Any text already is such a value.
  if (members.some((member) => member.kind === 'string')) return expression;

  const literals = members.flatMap((member) => (member.kind === 'literals' ? otherThanText(member.values) : []));
  const words = members.some((member) => member.kind === 'null') ? [...literals, null] : literals;
  let converted = expression;
  if (words.length > 0) converted = `literalFromText(${converted}, ${JSON.stringify(words)})`;
  if (members.some((member) => member.kind === 'boolean')) converted = `booleanFromText(${converted})`;
  if (members.some((member) => member.kind === 'number')) converted = `numberFromText(${converted})`;
  return converted;
}

/** Text that is a literal as it stands needs no conversion: not `"auto"`, and not `"1"` even beside the number `1`. */
function otherThanText(values: LiteralsNode['values']): LiteralsNode['values'] {
  return values.filter((value) => !values.includes(String(value)));
}

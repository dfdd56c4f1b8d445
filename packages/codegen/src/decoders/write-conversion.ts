/**
 * Writes the JavaScript that converts an argument's text to the JSON that its type expects, for templates and prompts, whose
 * arguments are strings on the wire. Text that fits no type stays text, and the following check refuses it.
 */
import type { LiteralsNode, SchemaNode } from '../model/schema-node.js';
import { flattenUnion } from './plain-node.js';

/** Returns the expression for the JSON that `expression` holds as text. */
export function writeConversion(node: SchemaNode, expression: string): string {
  const members = flattenUnion(node).map(({ plain }) => plain);
  // Any text is already such a value.
  if (members.some((member) => member.kind === 'string')) return expression;

  const literals = members.flatMap((member) => (member.kind === 'literals' ? otherThanText(member.values) : []));
  const words = members.some((member) => member.kind === 'null') ? [...literals, null] : literals;
  let converted = expression;
  if (words.length > 0) converted = `literalFromText(${converted}, ${JSON.stringify(words)})`;
  if (members.some((member) => member.kind === 'boolean')) converted = `booleanFromText(${converted})`;
  if (members.some((member) => member.kind === 'number')) converted = `numberFromText(${converted})`;
  return converted;
}

/** Leaves out literals that need no conversion from text: `"auto"`, and `"1"` even beside the number `1`. */
function otherThanText(values: LiteralsNode['values']): LiteralsNode['values'] {
  return values.filter((value) => !values.includes(String(value)));
}

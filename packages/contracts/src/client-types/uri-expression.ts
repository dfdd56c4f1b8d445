/**
 * Writes the code that expands a URI template.
 *
 * Spec: RFC 6570 section 3, all operators, for string values
 */
import { encodeUri, readTemplate, type TemplateExpression, type TemplateVariable } from '@sigil/core/building';
import { quote } from './quote.js';
import { writeKey } from './safe-names.js';

/** A template that can be expanded. */
export interface ExpandableTemplate {
  /** The variables, without repetitions. */
  readonly variables: readonly { readonly name: string; readonly isOptional: boolean }[];
  /** An expression that reads the variables from `input`. */
  readonly code: string;
  readonly helpers: readonly UriHelper[];
}

/** Functions that the code calls. */
export type UriHelper = 'encode' | 'encodeReserved' | 'expand';

/** Reads a template; undefined if it is not valid under RFC 6570. */
export function readUriTemplate(template: string): ExpandableTemplate | undefined {
  const parts = readTemplate(template);
  if (!parts) return undefined;
  // Query parameters are optional; without any other part the URI would be a different one.
  const isOptional = new Map<string, boolean>();
  for (const { operator, variables } of parts.filter((part) => typeof part !== 'string')) {
    const isQuery = operator === '?' || operator === '&';
    for (const { name } of variables) isOptional.set(name, isQuery && (isOptional.get(name) ?? true));
  }
  const written = parts.map((part) => (typeof part === 'string' ? writeLiteral(part) : writeExpression(part)));
  return {
    variables: [...isOptional].map(([name, it]) => ({ name, isOptional: it })),
    code: `\`${written.map(({ code }) => code).join('')}\``,
    helpers: [...new Set(written.flatMap(({ helpers }) => helpers))],
  };
}

/** A part of the template literal, and the functions that it calls. */
interface WrittenPart {
  readonly code: string;
  readonly helpers: readonly UriHelper[];
}

function writeLiteral(text: string): WrittenPart {
  return { code: quote(encodeUri(text)).slice(1, -1).replace(/[`$]/g, '\\$&'), helpers: [] };
}

function writeExpression({ operator, variables }: TemplateExpression): WrittenPart {
  const [only] = variables;
  if (only && variables.length === 1 && only.maxLength === undefined && (operator === '' || operator === '+')) {
    const helper = operator === '' ? 'encode' : 'encodeReserved';
    return { code: `\${${helper}(${valueOf(only)})}`, helpers: [helper] };
  }
  const listed = variables.map((it) => {
    return `[${[quote(it.name), valueOf(it), ...(it.maxLength === undefined ? [] : [it.maxLength])].join(', ')}]`;
  });
  return {
    code: `\${expand(${quote(operator)}, [${listed.join(', ')}])}`,
    helpers: ['encode', 'encodeReserved', 'expand'],
  };
}

function valueOf({ name }: TemplateVariable): string {
  const key = writeKey(name);
  return key === name ? `input.${name}` : `input[${key}]`;
}

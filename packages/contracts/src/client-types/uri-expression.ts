/**
 * Writes the code that expands a URI template.
 *
 * Spec: RFC 6570 section 3, all operators, for string values
 */
import { quote } from './quote.js';
import { writeKey } from './safe-names.js';

/** A variable of a template; `maxLength` is its prefix modifier. */
export interface TemplateVariable {
  readonly name: string;
  readonly isOptional: boolean;
  readonly maxLength?: number;
}

type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly operator: string; readonly variables: readonly TemplateVariable[] };

/** A template that can be expanded. */
export interface ExpandableTemplate {
  /** The variables, without repetitions. */
  readonly variables: readonly TemplateVariable[];
  /** An expression that reads the variables from `input`. */
  readonly code: string;
  readonly helpers: readonly UriHelper[];
}

/** Functions that the code calls. */
export type UriHelper = 'encode' | 'encodeReserved' | 'expand';

const expressionForm = /^([+#./;?&]?)([^{}]+)$/;
const variableForm = /^([A-Za-z0-9_](?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*)(?::([1-9]\d{0,3})|\*)?$/;

/** Reads a template; undefined if it is not valid under RFC 6570. */
export function readUriTemplate(template: string): ExpandableTemplate | undefined {
  const parts = readParts(template);
  if (!parts) return undefined;
  const all = parts.flatMap((part) => (part.kind === 'expression' ? part.variables : []));
  const byName = new Map<string, TemplateVariable>();
  for (const variable of all) {
    const isOptional = variable.isOptional && (byName.get(variable.name)?.isOptional ?? true);
    byName.set(variable.name, { ...variable, isOptional });
  }
  const written = parts.map(writePart);
  return {
    variables: [...byName.values()],
    code: `\`${written.map(({ code }) => code).join('')}\``,
    helpers: [...new Set(written.flatMap(({ helpers }) => helpers))],
  };
}

function readParts(template: string): readonly TemplatePart[] | undefined {
  const pieces = template.split(/\{([^{}]*)\}/);
  const parts = pieces.map((piece, index) => (index % 2 === 1 ? readExpression(piece) : readText(piece)));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readText(text: string): TemplatePart | undefined {
  return /[{}]/.test(text) ? undefined : { kind: 'text', text };
}

function readExpression(expression: string): TemplatePart | undefined {
  const [, operator = '', list = ''] = expressionForm.exec(expression) ?? [];
  const variables = list.split(',').map((text) => readVariable(text, operator));
  return variables.every((it) => it !== undefined) ? { kind: 'expression', operator, variables } : undefined;
}

/** Reads a variable. Query parameters are optional; without any other part the URI would be a different one. */
function readVariable(text: string, operator: string): TemplateVariable | undefined {
  const [, name, most] = variableForm.exec(text) ?? [];
  if (name === undefined) return undefined;
  const isOptional = operator === '?' || operator === '&';
  return { name, isOptional, ...(most === undefined ? {} : { maxLength: Number(most) }) };
}

function writePart(part: TemplatePart): { code: string; helpers: readonly UriHelper[] } {
  if (part.kind === 'text') return { code: quote(part.text).slice(1, -1).replace(/[`$]/g, '\\$&'), helpers: [] };
  const { operator, variables } = part;
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

/**
 * The syntax of URI templates: literals and expressions, with all operators and modifiers.
 *
 * The one reader for matching, lists, clients and comparisons. Knows nothing of which forms a plugin may use.
 * Spec: RFC 6570 section 2
 */
import { encodeUri, lowerHost, normalizeEscapes, normalizeText } from './normalize-uri.js';

/** `?` and `&` are queries, `#` a fragment; the empty operator allows no reserved character in a value, `+` allows all. */
export type TemplateOperator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** A variable of a template. */
export interface TemplateVariable {
  readonly name: string;
  /** True when `*` follows: a list or an object expands to several values. */
  readonly isExploded: boolean;
  /** The number after `:`, which cuts the value. */
  readonly maxLength?: number;
}

/** One `{…}` of a template. */
export interface TemplateExpression {
  readonly operator: TemplateOperator;
  readonly variables: readonly TemplateVariable[];
}

/** A literal, or an expression. */
export type TemplatePart = string | TemplateExpression;

const expressionForm = /^([+#./;?&]?)([^{}]+)$/;
const variableForm =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(?::([1-9]\d{0,3})|(\*))?$/;

/** Reads a template as literal, expression, literal … literal. @returns `undefined` when it is malformed */
export function readTemplate(template: string): readonly TemplatePart[] | undefined {
  const pieces = template.split(/\{([^{}]*)\}/);
  const parts = pieces.map((piece, index) => (index % 2 === 1 ? readExpression(piece) : readLiteral(piece)));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Returns the names of the variables in order, without repetitions; none for a malformed template. */
export function variablesOfTemplate(template: string): readonly string[] {
  const expressions = (readTemplate(template) ?? []).filter((part) => typeof part !== 'string');
  return [...new Set(expressions.flatMap(({ variables }) => variables.map(({ name }) => name)))];
}

/** Encodes the characters of the literals that no URI may contain. A malformed template stays as it is. */
export function encodeTemplate(template: string): string {
  return mapLiterals(template, encodeUri);
}

/** Returns a text that is the same for every spelling of one template. A malformed template stays as it is. */
export function normalizeTemplate(template: string): string {
  const parts = readTemplate(template);
  return parts ? normalizeLiterals(parts).map(writePart).join('') : template;
}

/** Returns whether literals of the authority can be compared without regard to case: nothing in it may hold a slash. */
export function hasPlainHost(parts: readonly TemplatePart[]): boolean {
  const end = endOfAuthority(parts);
  return parts.slice(0, end).every((part) => typeof part === 'string' || part.operator !== '+');
}

/** Normalizes every literal, those of the host by case too. */
export function normalizeLiterals(parts: readonly TemplatePart[]): readonly TemplatePart[] {
  const end = hasPlainHost(parts) ? endOfAuthority(parts) : -1;
  const user = parts.findLastIndex((part, index) => index <= end && typeof part === 'string' && part.includes('@'));
  return parts.map((part, index) => {
    if (typeof part !== 'string') return part;
    const literal = index === 0 ? normalizeEscapes(part) : normalizeText(part);
    if (index > end || index < user) return literal;
    const begin = index === 0 ? literal.indexOf('://') + 3 : 0;
    const length = /[/?#]/.exec(literal.slice(begin))?.index ?? literal.length - begin;
    return lowerHost(literal.slice(0, begin + length)) + literal.slice(begin + length);
  });
}

/** Returns the index of the part in which the authority ends; -1 if the template has none. */
function endOfAuthority(parts: readonly TemplatePart[]): number {
  const [first] = parts;
  if (typeof first !== 'string' || !first.includes('://')) return -1;
  const end = parts.findIndex((part, index) => {
    if (typeof part !== 'string') return /[/?#]/.test(part.operator);
    return /[/?#]/.test(index === 0 ? part.slice(part.indexOf('://') + 3) : part);
  });
  return end < 0 ? parts.length : end;
}

function mapLiterals(template: string, write: (literal: string) => string): string {
  const parts = readTemplate(template);
  if (!parts) return template;
  return parts.map((part) => (typeof part === 'string' ? write(part) : writePart(part))).join('');
}

function writePart(part: TemplatePart): string {
  if (typeof part === 'string') return part;
  const variables = part.variables.map(({ name, isExploded, maxLength }) => {
    return name + (isExploded ? '*' : '') + (maxLength === undefined ? '' : `:${maxLength}`);
  });
  return `{${part.operator}${variables.join(',')}}`;
}

function readLiteral(text: string): string | undefined {
  return /[{}]/.test(text) ? undefined : text;
}

function readExpression(text: string): TemplateExpression | undefined {
  const [, operator = '', list = ''] = expressionForm.exec(text) ?? [];
  const variables = list.split(',').map(readTemplateVariable);
  if (!variables.every((it) => it !== undefined)) return undefined;
  // Sound: the form allows no other operator.
  return { operator: operator as TemplateOperator, variables };
}

function readTemplateVariable(text: string): TemplateVariable | undefined {
  const [, name, most, star] = variableForm.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { name, isExploded: star !== undefined, ...(most === undefined ? {} : { maxLength: Number(most) }) };
}

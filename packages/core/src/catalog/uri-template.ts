/**
 * Matches URIs against templates in one pass, without regular expressions built from either.
 *
 * `{name}` is one part of a path, `{+name}` several, and `{?a,b}` any of these query parameters in any order. No value of a path
 * contains a query or a fragment. A `file:` URI whose path climbs upwards matches no template.
 * Spec: RFC 6570; 2026-07-28 server/resources#security-considerations
 */
import { longestUri, lowerHost, normalizeEscapes } from '../model/normalize-uri.js';
import {
  hasPlainHost,
  normalizeLiterals,
  normalizeTemplate,
  readTemplate,
  type TemplateExpression,
  type TemplateOperator,
  type TemplatePart,
} from '../model/uri-template-syntax.js';

/** A template whose variables can be read. */
export interface UriTemplate {
  readonly variables: readonly string[];
  /**
   * Returns the decoded variables, or `undefined` when the URI does not match. A query parameter that is absent has none.
   *
   * @param spelled `normalizeEscapes(uri)`, computed once by a caller with many templates
   */
  match(uri: string, spelled?: string): Record<string, string> | undefined;
  /** Says which parameter of the query keeps an otherwise matching URI from being read; `undefined` when none does. */
  explain(uri: string): string | undefined;
}

const mostExpressions = 20;
const climbing = /(?:^|[\\/])\.\.(?:[\\/]|$)|\0/;
const readableForm = /^(?:\+?[A-Za-z_][A-Za-z0-9_]*|[?&][A-Za-z_][A-Za-z0-9_]*(?:,[A-Za-z_][A-Za-z0-9_]*)*)$/;

/** @throws Error when the template is malformed, has a form whose variables are not read, or names a variable twice */
export function parseUriTemplate(template: string): UriTemplate {
  const slots = readSlots(template, requireReadable(template));
  const variables = slots.flatMap(({ expression }) => expression?.variables.map(({ name }) => name) ?? []);
  if (new Set(variables).size < variables.length) throw new Error(`URI template "${template}" names a variable twice`);
  const form = new Form(template, slots);
  return {
    variables,
    match(uri, spelled) {
      const values = form.valuesIn(uri, spelled);
      return values && readVariables(values).variables;
    },
    explain(uri) {
      const values = form.valuesIn(uri);
      return values && readVariables(values).fault;
    },
  };
}

/** The form of a template whose variables another server reads. */
export interface UriForm {
  matches(uri: string, spelled?: string): boolean;
  /** Returns the URI with the literals as that server spells them, which it may compare as texts. */
  respell(uri: string): string;
}

/**
 * Reads a template of another server, with all operators, lists and modifiers.
 *
 * @returns `undefined` for a malformed template, or one with several matches
 */
export function readUriForm(template: string): UriForm | undefined {
  const parts = readTemplate(template);
  if (!parts || parts.length > 2 * mostExpressions || findTouching(parts) !== undefined) return undefined;
  const form = new Form(template, readSlots(template, parts));
  const literals = parts.filter((part) => typeof part === 'string');
  const isSpelledSo = normalizeTemplate(template) === template;
  return {
    matches: (uri, spelled) => form.valuesIn(uri, spelled) !== undefined,
    respell(uri) {
      const values = isSpelledSo ? undefined : form.valuesIn(uri);
      return values ? literals.map((literal, index) => literal + (values[index]?.raw ?? '')).join('') : uri;
    },
  };
}

function requireReadable(template: string): readonly TemplatePart[] {
  let at = 0;
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
    const close = template.indexOf('}', open);
    if (!readableForm.test(template.slice(open + 1, close < 0 ? open + 1 : close))) {
      throw new Error(`URI template "${template}": expected {name}, {+name} or {?name} at character ${open + 1}`);
    }
    at = close + 1;
  }
  const parts = readTemplate(template);
  if (!parts) throw new Error(`URI template "${template}" has a brace without its partner`);
  if (findTouching(parts) !== undefined) throw new Error(`URI template "${template}" has two variables side by side`);
  return parts;
}

/** Finds an expression whose value would run into the one before it. */
function findTouching(parts: readonly TemplatePart[]): TemplatePart | undefined {
  return parts.find((part, index) => {
    if (typeof part === 'string' || index < 3 || parts[index - 1] !== '') return false;
    return prefixOf(part.operator) === '';
  });
}

/** A literal, and the expression after it; absent after the last literal. */
interface Slot {
  readonly literal: string;
  readonly expression?: TemplateExpression;
  /** The beginning of a value that is not empty. */
  readonly prefix: string;
  /** The characters that no value contains. */
  readonly stops: RegExp | undefined;
}

/** The parts of a URI that contain different characters. */
type Section = 'path' | 'query' | 'fragment';

function readSlots(template: string, parts: readonly TemplatePart[]): readonly Slot[] {
  const literals = normalizeLiterals(parts);
  let section: Section = 'path';
  return literals.flatMap((part, index): Slot[] => {
    if (typeof part !== 'string') return [];
    section = sectionAfter(section, part);
    const expression = literals[index + 1];
    if (expression === undefined || typeof expression === 'string')
      return [{ literal: part, prefix: '', stops: undefined }];
    const stops = stopsOf(expression, section);
    section = sectionAfter(section, expression.operator === '&' ? '?' : expression.operator);
    return [{ literal: part, expression, prefix: prefixOf(expression.operator), stops }];
  });
}

function sectionAfter(section: Section, text: string): Section {
  if (section === 'fragment' || text.includes('#')) return 'fragment';
  return section === 'query' || text.includes('?') ? 'query' : 'path';
}

function prefixOf(operator: TemplateOperator): string {
  return operator === '+' ? '' : operator;
}

function stopsOf({ operator, variables }: TemplateExpression, section: Section): RegExp | undefined {
  if (operator === '#' || section === 'fragment') return undefined;
  if (operator === '?' || operator === '&') return /#/;
  // FastMCP expands an exploded path without encoding its slashes.
  const mayHoldSlashes = operator === '+' || operator === '/' || variables.some(({ isExploded }) => isExploded);
  if (section === 'query') return mayHoldSlashes ? /#/ : /[&#]/;
  return mayHoldSlashes ? /[?#]/ : /[/?#]/;
}

/** The value of one expression, with its prefix and its escapes. */
interface Value {
  readonly expression: TemplateExpression;
  readonly raw: string;
}

/** The form of the URIs of one template. */
class Form {
  readonly #isOfFiles: boolean;
  readonly #ignoresCaseOfHost: boolean;

  constructor(
    template: string,
    private readonly slots: readonly Slot[],
  ) {
    this.#isOfFiles = /^file:/i.test(template);
    this.#ignoresCaseOfHost = hasPlainHost(readTemplate(template) ?? []);
  }

  /** Returns the values in order; `undefined` when the URI has another form. */
  valuesIn(uri: string, given?: string): readonly Value[] | undefined {
    if (uri.length > longestUri || (this.#isOfFiles && mayClimb(uri))) return undefined;
    // Values keep the case of the host; it is as long in both spellings.
    const spelled = given ?? normalizeEscapes(uri);
    const compared = this.#ignoresCaseOfHost ? lowerAuthority(spelled) : spelled;
    const values: Value[] = [];
    let at = 0;
    for (const [index, slot] of this.slots.entries()) {
      if (!compared.startsWith(slot.literal, at)) return undefined;
      at += slot.literal.length;
      if (!slot.expression) return at === compared.length ? values : undefined;
      const length = lengthOfValue(this.slots, index, compared.slice(at));
      if (length < 0) return undefined;
      const raw = spelled.slice(at, at + length);
      if (!isValue(slot, raw)) return undefined;
      values.push({ expression: slot.expression, raw });
      at += length;
    }
    return undefined;
  }
}

/** Returns whether a path leads upwards, by either slash, encoded or not. A stray percent sign may lead anywhere. */
function mayClimb(uri: string): boolean {
  const path = decode(uri);
  return path === undefined || climbing.test(path);
}

function lowerAuthority(uri: string): string {
  const begin = uri.indexOf('://') + 3;
  if (begin < 3) return uri;
  const end = begin + (/[/?#]/.exec(uri.slice(begin))?.index ?? uri.length - begin);
  return uri.slice(0, begin) + lowerHost(uri.slice(begin, end)) + uri.slice(end);
}

/**
 * Returns the length of a value: up to the next literal or the next expression that is not empty. The last literal is at the end of
 * the URI, the others are at their first occurrence.
 *
 * @param rest of the URI, from the value on
 * @returns -1 if a literal is missing
 */
function lengthOfValue(slots: readonly Slot[], index: number, rest: string): number {
  const own = slots[index]?.prefix;
  for (let next = index + 1; next < slots.length; next++) {
    const { literal, prefix, expression } = slots[next]!;
    if (!expression) return rest.endsWith(literal) ? rest.length - literal.length : -1;
    if (literal !== '') return rest.indexOf(literal);
    const begins = rest.indexOf(prefix, own === prefix ? 1 : 0);
    if (begins >= 0) return begins;
  }
  return rest.length;
}

/** A value with a prefix may be absent altogether. */
function isValue({ prefix, stops }: Slot, raw: string): boolean {
  if (raw === '') return prefix !== '';
  if (!raw.startsWith(prefix) || raw.length === prefix.length) return false;
  return stops === undefined || !stops.test(raw.slice(prefix.length));
}

/** The variables of a URI, or the parameter of its query that prevents reading them. */
interface ReadVariables {
  readonly variables?: Record<string, string>;
  readonly fault?: string;
}

function readVariables(values: readonly Value[]): ReadVariables {
  const entries: [string, string][] = [];
  for (const { expression, raw } of values) {
    const isQuery = expression.operator === '?' || expression.operator === '&';
    const read = isQuery ? readQuery(expression, raw) : readOne(expression, raw);
    if ('fault' in read) return read;
    if (!read.entries) return {};
    entries.push(...read.entries);
  }
  return { variables: Object.fromEntries(entries) };
}

type ReadEntries = { readonly entries: readonly [string, string][] | undefined } | { readonly fault: string };

function readOne({ variables: [variable] }: TemplateExpression, raw: string): ReadEntries {
  const value = decode(raw);
  return { entries: variable && value !== undefined ? [[variable.name, value]] : undefined };
}

/** Reads the parameters in any order. `+` is a plus sign, as in all of RFC 3986. */
function readQuery({ variables }: TemplateExpression, raw: string): ReadEntries {
  const entries = new Map<string, string>();
  for (const parameter of raw.slice(1).split('&')) {
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const name = decode(equals < 0 ? parameter : parameter.slice(0, equals));
    const value = decode(equals < 0 ? '' : parameter.slice(equals + 1));
    if (name === undefined || value === undefined) return { entries: undefined };
    if (variables.every((it) => it.name !== name)) return { fault: `has no query parameter "${name}"` };
    if (entries.has(name)) return { fault: `takes the query parameter "${name}" only once` };
    entries.set(name, value);
  }
  const given = variables.flatMap(({ name }): [string, string][] =>
    entries.has(name) ? [[name, entries.get(name)!]] : [],
  );
  return { entries: given };
}

/** @returns `undefined` for a stray percent sign or escapes that are not UTF-8 */
function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    // Such a URI does not match.
    return undefined;
  }
}

/**
 * Matches URIs against the templates of upstream servers, with the operators, lists and modifiers of RFC 6570.
 *
 * Only decides whether a URI matches; the upstream reads the variables. Takes one pass, without regular expressions built from input.
 * Spec: RFC 6570
 */

/** The prefix of a non-empty expression, and whether its value may hold slashes. */
interface Operator {
  readonly prefix: string;
  readonly mayHoldSlashes: boolean;
}

interface Part extends Operator {
  readonly literal: string;
  /** Tells whether an expression follows the literal; only the last literal has none. */
  readonly hasExpression: boolean;
  /** Tells whether the expression may expand to nothing. */
  readonly mayBeEmpty: boolean;
}

const operators: Readonly<Record<string, Operator>> = {
  '+': { prefix: '', mayHoldSlashes: true },
  '#': { prefix: '#', mayHoldSlashes: true },
  '.': { prefix: '.', mayHoldSlashes: false },
  '/': { prefix: '/', mayHoldSlashes: true },
  ';': { prefix: ';', mayHoldSlashes: false },
  '?': { prefix: '?', mayHoldSlashes: true },
  '&': { prefix: '&', mayHoldSlashes: true },
};
const simple: Operator = { prefix: '', mayHoldSlashes: false };
/** An exploded value, in which FastMCP expands a path without encoding its slashes. */
const exploded: Operator = { prefix: '', mayHoldSlashes: true };
const variables = /^[\w.%]+(?::\d{1,4}|\*)?(?:,[\w.%]+(?::\d{1,4}|\*)?)*$/;
const climbing = /(?:^|[\\/])\.\.(?:[\\/]|$)|\0/;
const longestUri = 8192;
const mostExpressions = 20;

/** @returns `undefined` for an invalid template, or one that can be matched in several ways */
export function readTemplateForm(template: string): ((uri: string) => boolean) | undefined {
  const parts = readParts(template);
  const isOfFiles = /^file:/i.test(template);
  return parts && ((uri) => uri.length <= longestUri && !(isOfFiles && mayClimb(uri)) && matches(parts, uri));
}

/** Returns whether a path leads upwards, by either slash, encoded or not. Spec: 2026-07-28 server/resources#security-considerations */
function mayClimb(uri: string): boolean {
  try {
    return climbing.test(decodeURIComponent(uri));
  } catch {
    // A stray percent sign may lead anywhere.
    return true;
  }
}

function readParts(template: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  let at = 0;
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
    const close = template.indexOf('}', open);
    const expression = close < 0 ? '' : template.slice(open + 1, close);
    const operator = operators[expression.charAt(0)];
    if (!variables.test(operator ? expression.slice(1) : expression)) return undefined;
    const plain = expression.endsWith('*') ? exploded : simple;
    const part = { ...(operator ?? plain), literal: template.slice(at, open), hasExpression: true };
    // Two adjacent values cannot be told apart, unless the second has a prefix.
    if (parts.length > 0 && part.literal === '' && part.prefix === '') return undefined;
    parts.push({ ...part, mayBeEmpty: part.prefix !== '' });
    at = close + 1;
  }
  parts.push({ ...simple, literal: template.slice(at), hasExpression: false, mayBeEmpty: true });
  return parts.length <= mostExpressions && !template.slice(at).includes('}') ? parts : undefined;
}

function matches(parts: readonly Part[], uri: string): boolean {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (!uri.startsWith(part.literal, at)) return false;
    at += part.literal.length;
    if (!part.hasExpression) return at === uri.length;
    const rest = uri.slice(at);
    const length = valueLength(part, parts.slice(index + 1), rest);
    if (length < 0 || !isValue(part, rest.slice(0, length))) return false;
    at += length;
  }
  return false;
}

/** Returns the length of the value, up to the next literal or the next non-empty expression. @returns -1 if a literal is missing */
function valueLength({ prefix: own }: Part, following: readonly Part[], rest: string): number {
  for (const { literal, prefix, hasExpression } of following) {
    if (!hasExpression) return rest.endsWith(literal) ? rest.length - literal.length : -1;
    if (literal !== '') return rest.indexOf(literal);
    const begins = rest.indexOf(prefix, own === prefix ? 1 : 0);
    if (begins >= 0) return begins;
  }
  return rest.length;
}

function isValue({ prefix, mayHoldSlashes, mayBeEmpty }: Part, raw: string): boolean {
  if (raw === '') return mayBeEmpty;
  if (!raw.startsWith(prefix) || raw.length === prefix.length) return false;
  return mayHoldSlashes || !raw.includes('/');
}

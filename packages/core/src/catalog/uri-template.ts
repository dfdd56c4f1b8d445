/**
 * Matches URIs against templates in one pass, without regular expressions built from either.
 *
 * `{name}` stands for one part without slashes, `{+name}` for one that may contain them. A `file:` URI whose path climbs upwards
 * matches no template.
 * Spec: RFC 6570, levels 1 and 2; 2026-07-28 server/resources#security-considerations
 */

interface Part {
  readonly literal: string;
  /** The variable after the literal; absent after the last literal. */
  readonly variable?: { readonly name: string; readonly mayHoldSlashes: boolean };
}

export interface UriTemplate {
  readonly variables: readonly string[];
  /** Returns the decoded variables, or `undefined` when the URI does not match. */
  match(uri: string): Record<string, string> | undefined;
}

const longestUri = 8192;
const climbing = /(?:^|[\\/])\.\.(?:[\\/]|$)|\0/;
const variableForm = /^\+?[A-Za-z_][A-Za-z0-9_]*$/;

/** @throws Error when the template is malformed: an unclosed brace, two adjacent variables, or a repeated name */
export function parseUriTemplate(template: string): UriTemplate {
  const parts = readParts(template);
  const variables = parts.flatMap((part) => (part.variable ? [part.variable.name] : []));
  if (new Set(variables).size < variables.length) throw new Error(`URI template "${template}" names a variable twice`);
  const isOfFiles = /^file:/i.test(template);
  return { variables, match: (uri) => (isOfFiles && mayClimb(uri) ? undefined : matchParts(parts, uri)) };
}

function readParts(template: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
    const close = template.indexOf('}', open);
    const expression = template.slice(open + 1, close < 0 ? open + 1 : close);
    if (!variableForm.test(expression)) {
      throw new Error(`URI template "${template}": expected {name} or {+name} at character ${open + 1}`);
    }
    if (open === at && at > 0) throw new Error(`URI template "${template}" has two variables side by side`);
    const mayHoldSlashes = expression.startsWith('+');
    const name = mayHoldSlashes ? expression.slice(1) : expression;
    parts.push({ literal: template.slice(at, open), variable: { name, mayHoldSlashes } });
    at = close + 1;
  }
  parts.push({ literal: template.slice(at) });
  return parts;
}

/** Returns whether a path in the URI leads upwards, with either slash, encoded or not. */
function mayClimb(uri: string): boolean {
  const path = uri.length > longestUri ? undefined : decodePart(uri);
  return path === undefined || climbing.test(path);
}

function matchParts(parts: readonly Part[], uri: string): Record<string, string> | undefined {
  if (uri.length > longestUri || !uri.startsWith(parts[0]!.literal)) return undefined;
  const values: [string, string][] = [];
  let at = parts[0]!.literal.length;
  for (let index = 0; index + 1 < parts.length; index++) {
    const { variable } = parts[index]!;
    const end = endOfVariable(uri, at, { next: parts[index + 1]!.literal, isLast: index + 2 === parts.length });
    if (!variable || end <= at) return undefined;
    const raw = uri.slice(at, end);
    const value = decodePart(raw);
    if (value === undefined || (!variable.mayHoldSlashes && raw.includes('/'))) return undefined;
    values.push([variable.name, value]);
    at = end + parts[index + 1]!.literal.length;
  }
  return at === uri.length ? Object.fromEntries(values) : undefined;
}

// Matches the last literal at the end of the URI, the others at their first occurrence.
function endOfVariable(uri: string, from: number, literal: { next: string; isLast: boolean }): number {
  if (!literal.isLast) return uri.indexOf(literal.next, from);
  return uri.endsWith(literal.next) ? uri.length - literal.next.length : -1;
}

function decodePart(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    // A stray percent sign: such a URI does not match.
    return undefined;
  }
}

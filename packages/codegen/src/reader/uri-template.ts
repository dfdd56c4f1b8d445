/**
 * Reads resource URIs and the forms of templates that a plugin may use: `{name}`, `{+name}` for a part that may contain slashes,
 * and `{?a,b}` or `{&a,b}` at the end for a query.
 *
 * Spec: 2025-11-25 server/resources#resource-templates, RFC 6570
 */
import { encodeTemplate, hasBrokenEscape } from '@sigil/core/building';

/** A URI's variables and the text that lists show, or its fault. */
export type ParsedUri =
  | { readonly variables: readonly string[]; readonly listed: string }
  | { readonly fault: string; readonly fix?: string };

const name = String.raw`[A-Za-z_]\w*`;
const expressionForm = new RegExp(String.raw`^(?:\+?${name}|[?&]${name}(?:,${name})*)$`);

/** Parses an absolute URI or URI template. Its literals may contain spaces and letters outside ASCII, which lists show encoded. */
export function parseUri(uri: string): ParsedUri {
  if (!/^[a-z][a-z0-9+.-]*:./i.test(uri)) return { fault: 'must begin with a scheme, such as "weather://"' };
  const unwanted = /\p{Cc}/u.exec(uri);
  if (unwanted) return { fault: `must not contain ${JSON.stringify(unwanted[0])}` };

  const parts = uri.split(/\{([^{}]*)\}/);
  const literals = parts.filter((_part, index) => index % 2 === 0);
  const expressions = parts.filter((_part, index) => index % 2 === 1);
  if (literals.some((text) => /[{}]/.test(text))) return { fault: 'has a brace without its partner' };
  if (literals.some(hasBrokenEscape))
    return { fault: 'has a "%" without two hexadecimal digits', fix: 'Write a percent sign as %25.' };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(literals[0] ?? '')) return { fault: 'must not have a variable in its scheme' };

  const malformed = expressions.find((expression) => !expressionForm.test(expression));
  if (malformed !== undefined) {
    return { fault: `has {${malformed}}, which is none of {name}, {+name}, {?a,b} and {&a,b}` };
  }
  const fault = findFault(literals, expressions);
  if (fault) return fault;

  const variables = expressions.flatMap((expression) => expression.replace(/^[+?&]/, '').split(','));
  const repeated = variables.find((variable, index) => variables.indexOf(variable) !== index);
  if (repeated !== undefined) return { fault: `has the variable {${repeated}} twice` };
  return { variables, listed: encodeTemplate(uri) };
}

/** Finds an expression whose value would run into the text around it. */
function findFault(
  literals: readonly string[],
  expressions: readonly string[],
): { readonly fault: string; readonly fix?: string } | undefined {
  for (const [index, expression] of expressions.entries()) {
    const isQuery = /^[?&]/.test(expression);
    const before = literals.slice(0, index + 1).join('');
    if (index > 0 && literals[index] === '' && !isQuery)
      return { fault: 'has two variables with nothing between them' };
    if (!isQuery) continue;
    const isLast = index === expressions.length - 1 && literals[index + 1] === '';
    if (!isLast) return { fault: `must end with {${expression}}`, fix: 'List all parameters of the query in it.' };
    if (before.includes('#')) return { fault: `has {${expression}} after a fragment` };
    const operator = before.includes('?') ? '&' : '?';
    if (!expression.startsWith(operator)) {
      const why = operator === '&' ? 'has a query already' : 'has no "?" before it';
      return { fault: `has {${expression}} but ${why}`, fix: `Write {${operator}${expression.slice(1)}}.` };
    }
  }
  return undefined;
}

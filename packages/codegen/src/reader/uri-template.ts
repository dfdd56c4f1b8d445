/**
 * Reads resource URIs and their templates: `{name}`, and `{+name}` for a part that may contain slashes.
 *
 * Spec: 2025-11-25 server/resources#resource-templates
 */

/** A URI's variables, or its fault. */
export type ParsedUri = { readonly variables: readonly string[] } | { readonly fault: string };

/** Parses an absolute URI or URI template. */
export function parseUri(uri: string): ParsedUri {
  if (!/^[a-z][a-z0-9+.-]*:./i.test(uri)) return { fault: 'must begin with a scheme, such as "weather://"' };
  const unwanted = /[\s<>"\\^`|]/.exec(uri);
  if (unwanted) return { fault: `must not contain ${JSON.stringify(unwanted[0])}` };

  const parts = uri.split(/\{([^{}]*)\}/);
  const literals = parts.filter((_part, index) => index % 2 === 0);
  const expressions = parts.filter((_part, index) => index % 2 === 1);
  if (literals.some((text) => /[{}]/.test(text))) return { fault: 'has a brace without its partner' };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(literals[0] ?? '')) return { fault: 'must not have a variable in its scheme' };

  const malformed = expressions.find((expression) => !/^\+?[A-Za-z_]\w*$/.test(expression));
  if (malformed !== undefined) return { fault: `has {${malformed}}, which is neither {name} nor {+name}` };
  if (literals.slice(1, -1).includes('')) return { fault: 'has two variables with nothing between them' };

  const variables = expressions.map((expression) => expression.replace('+', ''));
  const repeated = variables.find((name, index) => variables.indexOf(name) !== index);
  return repeated === undefined ? { variables } : { fault: `has the variable {${repeated}} twice` };
}

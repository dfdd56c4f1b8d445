/**
 * The variables of a template, and the text of a URI with their values.
 */
import { quoted } from '../schemas/tags.js';
import { queryExpression } from '../readers/resource-uris.js';

/** The variables of a template, in its order, and the text of the URI with their values. */
export interface TemplateValues {
  /** Source text of the URI; variables of a query are left out if they are undefined. */
  readonly uriText: string;
  readonly variables: readonly string[];
  /** Variables of the query, which a URI may lack. */
  readonly query: readonly string[];
  /** Members of an object with the variables as they are in the URI. */
  readonly raw: readonly string[];
}

const uriVariable = /\{(\+?)([\w]+)\}/g;

/** Reads the variables of a resource's URI, which has none if it is no template. */
export function templateValues(uri: string): TemplateValues {
  const path = uri.replace(queryExpression, '');
  const found = [...path.matchAll(uriVariable)].map(([, plus, name]) => ({ name: name ?? '', isPath: plus === '+' }));
  const encoder = (isPath: boolean): string => (isPath ? 'encodeURI' : 'encodeURIComponent');
  const pathText =
    found.length === 0
      ? quoted(path)
      : `\`${path.replace(uriVariable, (_all, plus: string, name: string) => `\${${encoder(plus === '+')}(${name})}`)}\``;
  const query = (queryExpression.exec(uri)?.[1] ?? '').split(',').filter((name) => name !== '');
  return {
    uriText: query.length === 0 ? pathText : `withQuery(${pathText}, { ${query.join(', ')} })`,
    variables: found.map(({ name }) => name),
    query,
    raw: found.map(({ name, isPath }) => `${name}: ${encoder(isPath)}(${name})`),
  };
}

/**
 * The queries of resource templates: parameters that a client may leave out, so that more of them break nobody.
 */
import { normalizeTemplate, readTemplate } from '@sigil/core/building';
import type { ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** Returns the normalized template without its query expressions: the part by which clients know it. */
export function withoutQuery(template: string): string {
  return normalizeTemplate(template).replace(/\{[?&][^{}]*\}/g, '');
}

/** Compares the query parameters of one template, in any order. */
export function compareQueries({ before, after }: Pair<string>, component: string): ManifestChange[] {
  const [older, newer] = [parametersOf(before), parametersOf(after)];
  return [
    ...[...older]
      .filter((name) => !newer.has(name))
      .map((name): ManifestChange => {
        const says = `the query parameter "${name}" is gone: a URI that has it is not found`;
        return { level: 'breaking', kind: 'query-parameter-removed', component, says };
      }),
    ...[...newer]
      .filter((name) => !older.has(name))
      .map((name): ManifestChange => {
        const says = `the query parameter "${name}" is new`;
        return { level: 'minor', kind: 'query-parameter-added', component, says };
      }),
  ];
}

function parametersOf(template: string): ReadonlySet<string> {
  const expressions = (readTemplate(template) ?? []).filter((part) => typeof part !== 'string');
  const queries = expressions.filter(({ operator }) => operator === '?' || operator === '&');
  return new Set(queries.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

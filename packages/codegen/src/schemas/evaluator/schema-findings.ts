/**
 * Collects what a library's schema says beyond JSON Schema, each once.
 */
import type { JsonObject } from '@sigil/core';
import type { DescribedSchema, SchemaConstruct, SchemaNote, SchemaProblem, SchemaRole } from './evaluation-events.js';

export class SchemaFindings {
  readonly #notes = new Map<string, SchemaNote>();
  readonly #problems = new Map<string, SchemaProblem>();

  note(construct: SchemaConstruct, path: string): void {
    this.#notes.set(`${construct} ${path}`, { construct, path });
  }

  /** @param kind of value, such as `a Date` */
  refuse(kind: string, role: SchemaRole, path: string): void {
    const says =
      role === 'input' ? `needs ${kind}, which no JSON value is` : `gives ${kind}, which cannot be written as JSON`;
    this.#problems.set(`${kind} ${path}`, { says, path });
  }

  /** Takes back problems at the path and below: a step before them may make such values. */
  forgive(path: string): void {
    for (const [key, problem] of this.#problems) if (isWithin(problem.path, path)) this.#problems.delete(key);
  }

  /** Returns all findings, by path. */
  describe(schema: JsonObject): DescribedSchema {
    const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
      a.path === b.path ? 0 : a.path < b.path ? -1 : 1;
    return {
      schema,
      notes: [...this.#notes.values()].sort(byPath),
      problems: [...this.#problems.values()].sort(byPath),
    };
  }
}

function isWithin(path: string, outer: string): boolean {
  return outer === '' || path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** Converts the steps of a JSON Schema, such as `properties`, `items`, `anyOf` and a number, to a place in the value. */
export function placeInValue(steps: readonly (string | number)[]): string {
  let path = '';
  for (let index = 0; index < steps.length; index++) {
    const step = String(steps[index]);
    if (step === 'properties') path = within(path, String(steps[++index]));
    else if (step === 'items') path += '[]';
    else if (step === 'additionalProperties' || step === 'patternProperties') path = within(path, '*');
    else if (step === 'prefixItems') path += `[${String(steps[++index])}]`;
  }
  return path;
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

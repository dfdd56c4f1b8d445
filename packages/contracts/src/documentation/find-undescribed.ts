/**
 * Finds undescribed properties of tool schemas and arguments of prompts: a model sees only their names.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { childrenOf } from '../schema/map-schema.js';
import { findReferenced } from '../schema/resolve-reference.js';

/** The parts of an offer that have properties. */
export interface DescribedOffer {
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: JsonObject;
    readonly outputSchema?: JsonObject | undefined;
  }[];
  readonly prompts?: readonly {
    readonly name: string;
    readonly arguments?: readonly { readonly name: string; readonly description?: string | undefined }[] | undefined;
  }[];
}

/** One property without a description. */
export interface Undescribed {
  readonly kind: 'tool' | 'prompt';
  readonly name: string;
  /** The input that contains it; absent for a property of a result. */
  readonly input?: string;
  /** Path from the root of the arguments or of the result: `filters.tags[].name`. */
  readonly path: string;
  /** The parts of the path: names of properties, `[]` for items, `*` for further properties. */
  readonly steps: readonly string[];
}

/** Returns every property without a description, in the order of the offer. A type used twice is checked once. */
export function findUndescribed({ tools, prompts = [] }: DescribedOffer): Undescribed[] {
  return [
    ...tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...undescribedIn(inputSchema).map(
        (steps) => ({ kind: 'tool', name, input: steps[0] ?? '', path: joinSteps(steps), steps }) as const,
      ),
      ...undescribedIn(outputSchema ?? {}).map(
        (steps) => ({ kind: 'tool', name, path: joinSteps(steps), steps }) as const,
      ),
    ]),
    ...prompts.flatMap(({ name, arguments: list = [] }) =>
      list
        .filter(({ description }) => !description)
        .map((one) => ({ kind: 'prompt', name, input: one.name, path: one.name, steps: [one.name] }) as const),
    ),
  ];
}

/** Describes it for a diagnostic. */
export function describeUndescribed({ kind, name, input, path }: Undescribed): string {
  return `${kind} "${name}": "${path}" ${input === undefined ? 'of the result ' : ''}has no description`;
}

function joinSteps(steps: readonly string[]): string {
  return steps.join('.').replaceAll('.[]', '[]');
}

/** Keywords, besides properties, that lead to nested values, and how they appear in a path. */
const stepsInto: ReadonlyMap<string, readonly string[]> = new Map([
  ['items', ['[]']],
  ['additionalProperties', ['*']],
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((keyword): [string, readonly string[]] => [keyword, []]),
]);

/** Returns the steps to each property. */
function undescribedIn(root: JsonObject): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const seen = new Set<JsonObject>();
  const visit = (value: JsonValue | undefined, path: readonly string[]): void => {
    if (!isJsonObject(value)) return;
    const schema = resolve(root, value);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const { keyword, name, schema: inner } of childrenOf(schema)) {
      const steps = keyword === 'properties' && name !== undefined ? [name] : stepsInto.get(keyword);
      if (!steps) continue;
      const at = [...path, ...steps];
      if (name !== undefined && !isDescribed(root, inner)) found.push(at);
      visit(inner, at);
    }
  };
  visit(root, []);
  return found;
}

/** Returns whether the property or its type has a description. A single possible value describes itself. */
function isDescribed(root: JsonObject, property: JsonValue): boolean {
  if (!isJsonObject(property)) return true;
  const type = resolve(root, property);
  return (
    [property, type].some(({ description }) => typeof description === 'string' && description !== '') || 'const' in type
  );
}

function resolve(root: JsonObject, schema: JsonObject): JsonObject {
  const found = findReferenced(schema, root);
  return isJsonObject(found) ? found : schema;
}

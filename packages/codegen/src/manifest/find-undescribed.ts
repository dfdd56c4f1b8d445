/**
 * Finds the properties of a tool's schemas, and the arguments of prompts, that nobody has described: a model has their names alone.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';

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
  /** The input that it is in; absent for what is in a result. */
  readonly input?: string;
  /** From the root of the arguments or of the result: `filters.tags[].name`. */
  readonly path: string;
}

/** Every property without a description, in the order of the offer. A type that is used twice is looked into once. */
export function findUndescribed({ tools, prompts = [] }: DescribedOffer): Undescribed[] {
  return [
    ...tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...undescribedIn(inputSchema).map(([input = '', path]) => ({ kind: 'tool', name, input, path }) as const),
      ...undescribedIn(outputSchema ?? {}).map(([, path]) => ({ kind: 'tool', name, path }) as const),
    ]),
    ...prompts.flatMap(({ name, arguments: list = [] }) =>
      list
        .filter(({ description }) => !description)
        .map((one) => ({ kind: 'prompt', name, input: one.name, path: one.name }) as const),
    ),
  ];
}

/** In words, for a diagnostic. */
export function describeUndescribed({ kind, name, input, path }: Undescribed): string {
  return `${kind} "${name}": "${path}" ${input === undefined ? 'of the result ' : ''}has no description`;
}

type Found = [input: string | undefined, path: string];

function undescribedIn(root: JsonObject): Found[] {
  const found: Found[] = [];
  const seen = new Set<JsonObject>();
  const visit = (value: JsonValue | undefined, path: readonly string[]): void => {
    if (!isJsonObject(value)) return;
    const schema = resolve(root, value);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, property] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
      const steps = [...path, name];
      if (!isDescribed(root, property)) found.push([steps[0], steps.join('.').replaceAll('.[]', '[]')]);
      visit(property, steps);
    }
    visit(schema.items, [...path, '[]']);
    visit(schema.additionalProperties, [...path, '*']);
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, path);
    }
  };
  visit(root, []);
  return found;
}

/** By itself or by its type. Where only one value can be given, the value says what it is. */
function isDescribed(root: JsonObject, property: JsonValue): boolean {
  if (!isJsonObject(property)) return true;
  const type = resolve(root, property);
  return (
    [property, type].some(({ description }) => typeof description === 'string' && description !== '') || 'const' in type
  );
}

function resolve(root: JsonObject, schema: JsonObject): JsonObject {
  const name = typeof schema.$ref === 'string' ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const definitions = root.$defs;
  const found = name !== undefined && isJsonObject(definitions) ? definitions[name] : undefined;
  return isJsonObject(found) ? found : schema;
}

/**
 * Creates an example value for a JSON Schema: the author's own example or default where there is one.
 *
 * Patterns are not interpreted: a text that needs one and has no example gets a placeholder.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:30:00Z',
  'date-time': '2026-01-31T12:30:00Z',
  duration: 'PT15M',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '8d4d2d1e-6d1f-4c3b-9a43-3c2f5ef0a1b2',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

/** Deepest level shown: a recursive type has no end. */
const mostLevels = 6;

/** @param root the schema in which references are resolved */
export function exampleOf(schema: JsonObject, root: JsonObject = schema): JsonValue {
  return new ExampleMaker(root).make(schema, 0);
}

class ExampleMaker {
  constructor(private readonly root: JsonObject) {}

  make(given: JsonValue | undefined, level: number): JsonValue {
    const schema = this.#resolve(given);
    const { const: only, default: usual, examples, enum: values, anyOf, oneOf, allOf } = schema;
    if (only !== undefined) return only;
    if (Array.isArray(examples) && examples.length > 0) return examples[0] as JsonValue;
    if (usual !== undefined) return usual;
    if (Array.isArray(values)) return values[0] ?? null;
    const choices = anyOf ?? oneOf;
    if (Array.isArray(choices)) return this.make(choices[0], level);
    if (Array.isArray(allOf)) return this.#combine(allOf as JsonValue[], level);
    return this.#ofType(schema, level);
  }

  #ofType(schema: JsonObject, level: number): JsonValue {
    const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
    if (type === 'object' || isJsonObject(schema['properties'])) return this.#object(schema, level);
    if (type === 'array') return this.#array(schema, level);
    if (type === 'string') return textOf(schema);
    if (type === 'integer' || type === 'number') return numberOf(schema);
    if (type === 'boolean') return true;
    return type === 'null' ? null : {};
  }

  /** Shows the required members; if there are none, the first member. */
  #object({ properties, required }: JsonObject, level: number): JsonObject {
    if (!isJsonObject(properties) || level >= mostLevels) return {};
    const names = Object.keys(properties);
    const needed = Array.isArray(required) ? names.filter((name) => required.includes(name)) : [];
    const shown = needed.length > 0 ? needed : names.slice(0, 1);
    return Object.fromEntries(shown.map((name) => [name, this.make(properties[name], level + 1)]));
  }

  #array({ items, prefixItems, minItems }: JsonObject, level: number): JsonValue[] {
    const first = Array.isArray(prefixItems) ? prefixItems.map((item) => this.make(item as JsonValue, level + 1)) : [];
    const count = Math.max(typeof minItems === 'number' ? minItems : 0, first.length === 0 ? 1 : 0);
    if (items === undefined || items === false || level >= mostLevels) return first;
    return [...first, ...Array.from({ length: count - first.length }, () => this.make(items, level + 1))];
  }

  #combine(parts: readonly JsonValue[], level: number): JsonValue {
    const made = parts.map((part) => this.make(part, level));
    return made.every(isJsonObject) ? Object.assign({}, ...made) : (made[0] ?? null);
  }

  #resolve(given: JsonValue | undefined): JsonObject {
    let schema = isJsonObject(given) ? given : {};
    for (let hops = 0; typeof schema['$ref'] === 'string' && hops < mostLevels; hops++) {
      schema = this.#find(schema['$ref']);
    }
    return schema;
  }

  #find(reference: string): JsonObject {
    const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
    const found = steps.reduce<JsonValue | undefined>(
      (at, step) =>
        isJsonObject(at) ? at[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')] : undefined,
      this.root,
    );
    return isJsonObject(found) ? found : {};
  }
}

function textOf({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? byFormat[format] : undefined;
  if (known !== undefined) return known;
  const text = 'text'.padEnd(typeof minLength === 'number' ? minLength : 0, ' text');
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type }: JsonObject): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  const least = typeof minimum === 'number' ? minimum : undefined;
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : undefined;
  if (least !== undefined) return Math.ceil(least / step) * step;
  if (above !== undefined) return (Math.floor(above / step) + 1) * step;
  const most = typeof maximum === 'number' ? maximum : Infinity;
  const below = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : Infinity;
  if (step <= most && step < below) return step;
  if (most < below) return Math.floor(most / step) * step;
  return type === 'integer' || multipleOf !== undefined ? (Math.ceil(below / step) - 1) * step : below - 1;
}

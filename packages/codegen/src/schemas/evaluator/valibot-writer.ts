/**
 * Rewrites the parts of a JSON Schema that @valibot/to-json-schema leaves out, or writes otherwise than Valibot checks them.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { SchemaRole } from './evaluation-events.js';
import { listIn, memberOf } from './member-of.js';
import { escapePattern, plainPattern } from './plain-pattern.js';
import { UnfitSchema } from './unfit-schema.js';
import { kindWithoutJson, textFormOf } from './values-without-json.js';

/** A schema and what the converter made of it. */
export interface SchemaContext {
  readonly valibotSchema: unknown;
  readonly jsonSchema: JsonObject;
  readonly errors?: readonly string[] | undefined;
}

/** A step of a pipe, and the schema of the pipe up to this step. */
export interface ActionContext {
  readonly valibotAction: unknown;
  readonly jsonSchema: JsonObject;
  readonly errors?: readonly string[] | undefined;
}

/** Wrappers that take a value away from the schema inside; the converter does not know them. */
export const exclusionTypes: ReadonlySet<unknown> = new Set(['non_nullable', 'non_nullish', 'non_optional']);

/** Schemas that the converter leaves open, or writes as they are in spite of its error. */
const openTypes: ReadonlySet<unknown> = new Set(['custom', 'instance', 'record']);

/** Texts whose format in JSON Schema has a time zone, which Valibot's do not have. */
const withoutZone: ReadonlySet<unknown> = new Set(['iso_date_time', 'iso_time']);

/** Transformations that return the value itself. */
const ofTypesOnly: ReadonlySet<unknown> = new Set(['brand', 'flavor', 'guard', 'readonly']);

/** Transformations that return a value of the same type. */
const ofSameType =
  /^(?:filter_items|normalize|sort_items|to_(?:lower|upper|camel|kebab|pascal|snake)_case|to_m(?:ax|in)_value|trim(?:_end|_start)?)$/;

/** Returns whether a step of a pipe may return another value than it gets. */
export function isTransform(step: unknown): boolean {
  return memberOf(step, 'kind') === 'transformation' && !ofTypesOnly.has(memberOf(step, 'type'));
}

/** Texts that a format or an encoding describes well enough. */
const formats: ReadonlySet<unknown> = new Set(
  'base64 email ipv4 ipv6 iso_date iso_timestamp rfc_email url uuid'.split(' '),
);

export class ValibotWriter {
  /** The steps of pipes that are not in the JSON Schema. */
  readonly unwritten = new Set<unknown>();

  /** @param exclusions the wrappers in the schema that take a value away, with their types */
  constructor(
    private readonly role: SchemaRole,
    private readonly exclusions: ReadonlyMap<object, unknown>,
  ) {}

  /** Converts while the converter takes the wrappers for others, which it writes as what is inside. */
  write(convert: () => JsonObject): JsonObject {
    for (const wrapper of this.exclusions.keys()) Reflect.set(wrapper, 'type', 'undefinedable');
    try {
      return convert();
    } finally {
      for (const [wrapper, type] of this.exclusions) Reflect.set(wrapper, 'type', type);
    }
  }

  /** Returns the JSON Schema of a schema where it is not the converter's own. @throws UnfitSchema if the converter has none */
  rewriteSchema({ valibotSchema, jsonSchema, errors }: SchemaContext): JsonObject | undefined {
    const type = String(memberOf(valibotSchema, 'type'));
    const text = this.role === 'output' ? textFormOf(type) : undefined;
    if (text) return text;
    if (kindWithoutJson(type) !== undefined) return { not: {} };
    const [error] = errors ?? [];
    if (error !== undefined && !openTypes.has(type)) throw new UnfitSchema(`has a part without JSON Schema: ${error}`);
    // Sound: keys of this map are objects, and others are not found.
    const exclusion = this.exclusions.get(valibotSchema as object);
    return exclusion === undefined || exclusion === 'non_optional' ? undefined : withoutNull(jsonSchema);
  }

  /** Returns the schema of a pipe with a step that the converter does not add as it is checked. */
  rewriteAction({ valibotAction, jsonSchema, errors }: ActionContext): JsonObject | undefined {
    const type = memberOf(valibotAction, 'type');
    if (formats.has(type)) return undefined;
    if (this.role === 'output' && isTransform(valibotAction))
      return ofSameType.test(String(type)) ? withoutLimits(jsonSchema) : {};
    const expression = expressionOf(valibotAction);
    const pattern = expression && plainPattern(expression);
    if (pattern === undefined && (errors || expression)) this.unwritten.add(valibotAction);
    if (!expression) return undefined;

    const { pattern: present, format, allOf: _, ...others } = jsonSchema;
    const isOwn = present === expression.source || (!errors && !withoutZone.has(type));
    const before = isOwn ? undefined : present;
    const further = pattern === undefined || before === undefined ? [] : [{ pattern }];
    const conjunction: readonly JsonValue[] = [
      ...listIn(jsonSchema, 'allOf').map((one) => one as JsonValue),
      ...further,
    ];
    const only = before ?? pattern;
    return {
      ...others,
      ...(format !== undefined && !withoutZone.has(type) && { format }),
      ...(only !== undefined && { pattern: only }),
      ...(conjunction.length > 0 && { allOf: conjunction }),
    };
  }
}

/** Returns the regular expression that a step matches a text with; `undefined` for other steps. */
function expressionOf(action: unknown): RegExp | undefined {
  const requirement = memberOf(action, 'requirement');
  if (requirement instanceof RegExp) return requirement;
  if (typeof requirement !== 'string') return undefined;
  const text = escapePattern(requirement);
  switch (memberOf(action, 'type')) {
    case 'starts_with':
      return new RegExp(`^${text}`, 'u');
    case 'ends_with':
      return new RegExp(`${text}$`, 'u');
    case 'includes':
      return new RegExp(text, 'u');
    default:
      return undefined;
  }
}

function withoutLimits({ type, items }: JsonObject): JsonObject {
  return { ...(type !== undefined && { type }), ...(items !== undefined && { items }) };
}

function withoutNull(schema: JsonObject): JsonObject {
  const { anyOf: branches, type } = schema;
  if (!Array.isArray(branches)) return type === undefined ? { ...schema, not: { type: 'null' } } : schema;
  const isNull = (branch: JsonValue): boolean => JSON.stringify(branch) === '{"type":"null"}';
  return { ...schema, anyOf: branches.filter((branch: JsonValue) => !isNull(branch)) };
}

/**
 * Writes schemas of Zod 3 with the package zod-to-json-schema, with notes on what its JSON Schema does not say.
 */
import type { JsonObject } from '@sigil/core';
import type { DescribedSchema, SchemaRole } from './evaluation-events.js';
import { listIn, memberOf } from './member-of.js';
import { escapePattern, plainPattern } from './plain-pattern.js';
import { placeInValue, SchemaFindings } from './schema-findings.js';
import { kindWithoutJson, textFormOf } from './values-without-json.js';

/** The part of zod-to-json-schema that is used here. */
export interface Zod3Converter {
  readonly zodToJsonSchema: (schema: object, options: Readonly<Record<string, unknown>>) => JsonObject;
  readonly ignoreOverride: symbol;
}

const transformingChecks: ReadonlySet<unknown> = new Set(['trim', 'toLowerCase', 'toUpperCase']);

/** The state of the converter at one schema. */
interface References {
  readonly currentPath: readonly string[];
}

export function describeZod3(schema: object, role: SchemaRole, converter: Zod3Converter): DescribedSchema {
  const findings = new SchemaFindings();
  const visit: Visit = { role, findings, preprocessed: new Set(), converter };
  const written = converter.zodToJsonSchema(schema, {
    target: 'jsonSchema7',
    pipeStrategy: role,
    // Members that are not declared are accepted and dropped, unless the schema is strict.
    removeAdditionalStrategy: 'strict',
    allowedAdditionalProperties: undefined,
    override: (def: unknown, { currentPath }: References) =>
      examine(def, currentPath, visit) ?? converter.ignoreOverride,
  });
  return findings.describe(written);
}

interface Visit {
  readonly role: SchemaRole;
  readonly findings: SchemaFindings;
  /** Paths of values that a preprocess step makes. */
  readonly preprocessed: Set<string>;
  readonly converter: Zod3Converter;
}

/** Returns the JSON Schema where it is not the converter's own. */
function examine(def: unknown, steps: readonly string[], visit: Visit): JsonObject | undefined {
  const { role, findings, preprocessed } = visit;
  const path = placeInValue(steps);
  const type = String(memberOf(def, 'typeName'));
  if (memberOf(def, 'coerce') === true) findings.note('coercion', path);
  const checks = listIn(def, 'checks').map((check) => memberOf(check, 'kind'));
  if (type === 'ZodString' && checks.some((check) => transformingChecks.has(check))) findings.note('a transform', path);
  if (type === 'ZodCatch') findings.note('a fallback for wrong values', path);
  if (type === 'ZodPipeline' && role === 'input') findings.note('a piped schema', path);
  if (type === 'ZodEffects') return examineEffect(def, path, visit);
  if (type === 'ZodString') return writeText(def, path, visit);

  const plainType = type.replace(/^Zod/, '').toLowerCase();
  const text = role === 'output' || memberOf(def, 'coerce') === true ? textFormOf(plainType) : undefined;
  if (text && checks.length > 0) findings.note('a limit', path);
  if (text) return text;
  const kind = kindWithoutJson(plainType);
  if (kind === undefined) return undefined;
  if (role === 'input' && preprocessed.has(path)) return {};
  if (['anyOf', 'oneOf'].includes(String(steps.at(-2)))) {
    findings.note('a branch that JSON has no value for', path);
    return { not: {} };
  }
  findings.refuse(kind, role, path);
  return {};
}

/** Returns the JSON Schema of a text if the converter would write its checks otherwise than Zod runs them. */
function writeText(def: unknown, path: string, { findings, converter }: Visit): JsonObject | undefined {
  const checks = listIn(def, 'checks');
  const plain = checks.map(plainChecks);
  if (plain.every((one, index) => one.length === 1 && one[0] === checks[index])) return undefined;
  if (plain.some((one) => one.length === 0)) findings.note('a pattern', path);
  const text = { _def: { ...(def as object), checks: plain.flat() } };
  const { $schema: _, ...written } = converter.zodToJsonSchema(text, { target: 'jsonSchema7' });
  return written;
}

/** Returns checks of the same texts that the converter writes correctly; none if there are no such checks. */
function plainChecks(check: unknown): readonly unknown[] {
  const matches = (pattern: string): readonly unknown[] => [{ kind: 'regex', regex: new RegExp(pattern, 'u') }];
  const text = escapePattern(String(memberOf(check, 'value')));
  const hasOffset = memberOf(check, 'offset') === true;
  switch (memberOf(check, 'kind')) {
    case 'startsWith':
      return matches(`^${text}`);
    case 'endsWith':
      return matches(`${text}$`);
    case 'includes':
      return matches(text);
    case 'regex': {
      const regex = memberOf(check, 'regex');
      const pattern = regex instanceof RegExp ? plainPattern(regex) : undefined;
      return pattern === undefined ? [] : matches(pattern);
    }
    // The formats of JSON Schema have a time zone.
    case 'time':
      return matches(`^${clockTime}$`);
    case 'datetime':
      if (memberOf(check, 'local') === true)
        return matches(`^\\d{4}-\\d{2}-\\d{2}T${clockTime}(?:Z${hasOffset ? '|[+-]\\d{2}:?\\d{2}' : ''})?$`);
      return hasOffset ? [check] : [check, ...matches('Z$')];
    default:
      return [check];
  }
}

const clockTime = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?`;

function examineEffect(def: unknown, path: string, { role, findings, preprocessed }: Visit): JsonObject | undefined {
  const effect = memberOf(memberOf(def, 'effect'), 'type');
  if (effect === 'refinement') {
    // `z.custom()` and `z.instanceof()` are refinements of anything.
    const inner = memberOf(memberOf(memberOf(def, 'schema'), '_def'), 'typeName');
    findings.note(inner === 'ZodAny' ? 'a custom check' : 'a refinement', path);
    return undefined;
  }
  if (effect === 'preprocess') {
    findings.note('a preprocess step', path);
    preprocessed.add(path);
    return undefined;
  }
  findings.note('a transform', path);
  return role === 'output' ? {} : undefined;
}

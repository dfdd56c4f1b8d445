/**
 * Writes schemas of Zod 4, with notes on what its JSON Schema does not say.
 */
import type { JsonObject } from '@sigil/core';
import type { DescribedSchema, SchemaRole } from './evaluation-events.js';
import { listIn, memberOf } from './member-of.js';
import { plainPattern } from './plain-pattern.js';
import { placeInValue, SchemaFindings } from './schema-findings.js';
import { kindWithoutJson, textFormOf } from './values-without-json.js';

/** The part of `zod/v4/core` that is used where a schema does not write itself. */
export interface Zod4Converter {
  readonly toJSONSchema: (schema: object, options: Readonly<Record<string, unknown>>) => JsonObject;
}

/** The schema that Zod visits, the JSON Schema that it made, and the steps that lead there. */
interface Visit {
  readonly zodSchema: unknown;
  readonly jsonSchema: Record<string, unknown>;
  readonly path?: readonly (string | number)[];
}

/** @param write the library's own function, with its options */
export function describeZod4(
  role: SchemaRole,
  write: (options: Readonly<Record<string, unknown>>) => JsonObject,
): DescribedSchema {
  const findings = new SchemaFindings();
  const override = (visit: Visit): void => examine(visit, role, findings);
  return findings.describe(write({ unrepresentable: 'any', override }));
}

function examine({ zodSchema, jsonSchema, path: steps = [] }: Visit, role: SchemaRole, findings: SchemaFindings): void {
  const path = placeInValue(steps);
  const def = definitionOf(zodSchema);
  const type = String(memberOf(def, 'type'));
  const checks = listIn(def, 'checks').map((check) => memberOf(definitionOf(check), 'check'));
  if (checks.includes('custom')) findings.note('a refinement', path);
  if (checks.includes('overwrite')) findings.note('a transform', path);
  if (memberOf(def, 'coerce') === true) findings.note('coercion', path);
  if (type === 'custom') findings.note('a custom check', path);
  if (type === 'catch') findings.note('a fallback for wrong values', path);
  if (type === 'transform') findings.note('a transform', path);
  if (type === 'pipe') examinePipe(def, path, role, findings);
  if (checks.includes('property') || limitsAddresses(def)) findings.note('a limit', path);
  if (!rewritePatterns(def, jsonSchema)) findings.note('a pattern', path);
  // In an input the keyword says that the value cannot be given.
  if (type === 'readonly' && role === 'input') delete jsonSchema['readOnly'];
  const kind = kindWithoutJson(type);
  if (kind !== undefined) writeWithoutJson({ def, type, kind, steps, jsonSchema }, role, findings);
}

/** Returns whether a schema of addresses allows only some schemes or hosts. */
function limitsAddresses(def: unknown): boolean {
  return (
    memberOf(def, 'format') === 'url' &&
    (memberOf(def, 'protocol') !== undefined || memberOf(def, 'hostname') !== undefined)
  );
}

/** Writes patterns without flags. @returns false if one cannot be written so, and is left out */
function rewritePatterns(def: unknown, jsonSchema: Record<string, unknown>): boolean {
  const patterns = [def, ...listIn(def, 'checks').map(definitionOf)].map((one) => memberOf(one, 'pattern'));
  let isComplete = true;
  for (const pattern of patterns) {
    const plain = pattern instanceof RegExp ? plainPattern(pattern) : undefined;
    if (!(pattern instanceof RegExp) || plain === pattern.source) continue;
    isComplete &&= plain !== undefined;
    for (const holder of [jsonSchema, ...listIn(jsonSchema, 'allOf')]) {
      if (memberOf(holder, 'pattern') !== pattern.source) continue;
      if (plain === undefined) Reflect.deleteProperty(holder as object, 'pattern');
      else Reflect.set(holder as object, 'pattern', plain);
    }
  }
  return isComplete;
}

function examinePipe(def: unknown, path: string, role: SchemaRole, findings: SchemaFindings): void {
  const isTransform = (part: string): boolean => memberOf(definitionOf(memberOf(def, part)), 'type') === 'transform';
  if (isTransform('in')) {
    findings.note('a preprocess step', path);
    findings.forgive(path);
  }
  const isCodec = typeof memberOf(def, 'transform') === 'function';
  if (isTransform('out') || isCodec) findings.note('a transform', path);
  else if (role === 'input' && !isTransform('in')) findings.note('a piped schema', path);
}

interface KindVisit {
  readonly def: unknown;
  readonly type: string;
  readonly kind: string;
  readonly steps: readonly (string | number)[];
  readonly jsonSchema: Record<string, unknown>;
}

/** Writes dates and bigints as texts wherever they can be read or written as such; any other is a problem, or no branch. */
function writeWithoutJson(visit: KindVisit, role: SchemaRole, findings: SchemaFindings): void {
  const { def, type, kind, steps, jsonSchema } = visit;
  const path = placeInValue(steps);
  const text = role === 'output' || memberOf(def, 'coerce') === true ? textFormOf(type) : undefined;
  if (text) {
    Object.assign(jsonSchema, text);
    if (listIn(def, 'checks').length > 0) findings.note('a limit', path);
  } else if (['anyOf', 'oneOf'].includes(String(steps.at(-2)))) {
    Object.assign(jsonSchema, { not: {} });
    findings.note('a branch that JSON has no value for', path);
  } else findings.refuse(kind, role, path);
}

function definitionOf(schema: unknown): unknown {
  return memberOf(memberOf(schema, '_zod'), 'def');
}

/**
 * Writes schemas of Valibot with the package @valibot/to-json-schema, with notes on what its JSON Schema does not say.
 */
import type { JsonObject } from '@sigil/core';
import type { DescribedSchema, SchemaRole } from './evaluation-events.js';
import { listIn, memberOf } from './member-of.js';
import { SchemaFindings } from './schema-findings.js';
import {
  exclusionTypes,
  isTransform,
  ValibotWriter,
  type ActionContext,
  type SchemaContext,
} from './valibot-writer.js';
import { kindWithoutJson, textFormOf } from './values-without-json.js';

/** The part of @valibot/to-json-schema that is used here. */
export interface ValibotConverter {
  readonly toJsonSchema: (schema: object, options: Readonly<Record<string, unknown>>) => JsonObject;
}

const refinements: ReadonlySet<unknown> = new Set([
  'check',
  'guard',
  'raw_check',
  'partial_check',
  'check_items',
  'every_item',
  'some_item',
]);

export function describeValibot(schema: object, role: SchemaRole, { toJsonSchema }: ValibotConverter): DescribedSchema {
  const findings = new SchemaFindings();
  const visit: Visit = { role, findings, open: new Set(), validations: [], exclusions: new Map() };
  visitSchema({ schema, path: '', isBranch: false }, visit);
  const writer = new ValibotWriter(role, visit.exclusions);
  const written = writer.write(() =>
    toJsonSchema(schema, {
      ...{ target: 'draft-2020-12', typeMode: role, errorMode: 'ignore' },
      overrideSchema: (context: SchemaContext) => writer.rewriteSchema(context),
      overrideAction: (context: ActionContext) => writer.rewriteAction(context),
    }),
  );
  for (const { step, path } of visit.validations) if (writer.unwritten.has(step)) findings.note('a limit', path);
  return findings.describe(written);
}

interface Visit {
  readonly role: SchemaRole;
  readonly findings: SchemaFindings;
  /** The schemas that are being visited, of which recursive ones are part. */
  readonly open: Set<unknown>;
  /** The checks of pipes that JSON Schema may have keywords for. */
  readonly validations: { readonly step: unknown; readonly path: string }[];
  /** The wrappers that take a value away, with their types. */
  readonly exclusions: Map<object, unknown>;
}

interface Place {
  readonly schema: unknown;
  readonly path: string;
  /** True for one of several alternatives. */
  readonly isBranch: boolean;
}

function visitSchema(place: Place, visit: Visit): void {
  const { schema, path, isBranch } = place;
  const { role, findings, open } = visit;
  if (open.has(schema)) return;
  open.add(schema);
  const steps = listIn(schema, 'pipe');
  for (const step of steps.slice(1)) {
    const kind = memberOf(step, 'kind');
    if (isTransform(step)) findings.note('a transform', path);
    if (refinements.has(memberOf(step, 'type'))) findings.note('a refinement', path);
    else if (kind === 'validation') visit.validations.push({ step, path });
    else if (kind === 'schema' && role === 'input') findings.note('a piped schema', path);
  }
  const inner = steps.length > 0 ? stepOf(steps, role) : schema;
  if (inner !== undefined) visitPlain({ schema: inner, path, isBranch }, visit);
  open.delete(schema);
}

/** Returns the schema of a pipe that decides its input or its output; a transform decides an output of its own. */
function stepOf(steps: readonly unknown[], role: SchemaRole): unknown {
  if (role === 'input') return steps[0];
  const deciding = steps.findLast((step) => memberOf(step, 'kind') === 'schema' || isTransform(step));
  return memberOf(deciding, 'kind') === 'schema' ? deciding : undefined;
}

function visitPlain({ schema, path, isBranch }: Place, visit: Visit): void {
  const { role, findings } = visit;
  const type = String(memberOf(schema, 'type'));
  const kind = kindWithoutJson(type);
  const hasText = role === 'output' && textFormOf(type) !== undefined;
  if (exclusionTypes.has(type)) visit.exclusions.set(schema as object, type);
  if (type === 'custom' || type === 'instance') findings.note('a custom check', path);
  if (kind !== undefined && !hasText) {
    if (isBranch) findings.note('a branch that JSON has no value for', path);
    else findings.refuse(kind, role, path);
  }
  if (memberOf(schema, 'fallback') !== undefined) findings.note('a fallback for wrong values', path);
  for (const place of placesIn(schema, path))
    visitSchema({ ...place, isBranch: place.isBranch || (isBranch && place.path === path) }, visit);
}

function placesIn(schema: unknown, path: string): readonly Place[] {
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const at = (member: string, place: string): Place[] => {
    const inner = memberOf(schema, member);
    return memberOf(inner, 'kind') === 'schema' ? [{ schema: inner, path: place, isBranch: false }] : [];
  };
  const entries = Object.entries((memberOf(schema, 'entries') ?? {}) as object);
  const isRecord = memberOf(schema, 'type') === 'record';
  const getter = memberOf(schema, 'getter');
  return [
    ...entries.map(([name, inner]: [string, unknown]) => ({ schema: inner, path: within(name), isBranch: false })),
    ...listIn(schema, 'items').map((inner, index) => ({ schema: inner, path: `${path}[${index}]`, isBranch: false })),
    ...listIn(schema, 'options').map((inner) => ({ schema: inner, path, isBranch: true })),
    ...at('item', `${path}[]`),
    ...at('wrapped', path),
    ...at('rest', within('*')),
    ...(isRecord ? at('value', within('*')) : []),
    ...(typeof getter === 'function'
      ? [{ schema: (getter as (input: unknown) => unknown)(undefined), path, isBranch: false }]
      : []),
  ];
}

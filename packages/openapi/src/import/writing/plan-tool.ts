/**
 * Plans one tool: which values are arguments, which are configuration, which are constant, and where each is sent.
 */
import type { ParameterDescription, SecurityRequirement } from '../../runtime/description.js';
import { importLimits } from '../limits/import-limits.js';
import { pascalCase } from '../naming/words.js';
import { nameArguments, type Nameable } from '../naming/name-arguments.js';
import { isJsonType, isMultipart, isProseType, isTextType } from '../operations/media-types.js';
import type { Body, Operation, Parameter } from '../operations/operation.js';
import { followRef, type ShapeReading } from '../schemas/shape-reading.js';
import { type LiteralValue, type Member, type ObjectShape, type Shape, unknownShape } from '../schemas/shape.js';
import type { Place } from '../source/pointer.js';
import { isCredential } from './credential-parameters.js';
import { findSpreadable, isUsed, noteAssumed } from './write-type.js';

/** Names that the written method uses. */
const methodNames = ['signal'];

/** One argument of a tool. */
export interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
  readonly description?: string;
  readonly isDeprecated: boolean;
  readonly place: Place;
  readonly hasBytes: boolean;
}

/** How a parameter gets its value. */
export type SentParameter = { readonly in: ParameterDescription['in']; readonly name: string } & (
  { readonly argument: string } | { readonly configuration: string } | { readonly constant: LiteralValue }
);

/** How the body gets its value: from one argument, or its members from one each. */
export type SentBody =
  | { readonly mediaType: string; readonly argument: string }
  | { readonly mediaType: string; readonly members: Readonly<Record<string, string>> };

/** A tool before it is written. */
export interface ToolPlan {
  readonly tool: string;
  readonly operation: Operation;
  readonly arguments: readonly Argument[];
  readonly parameters: readonly SentParameter[];
  readonly body?: SentBody;
  /** The description's parameters: those that are configuration are sent as credentials. */
  readonly described: readonly ParameterDescription[];
  /** Requirements with the credentials that the operation declares as parameters. */
  readonly security?: readonly SecurityRequirement[];
  /** Credentials that the operation declares as parameters, by the name of their scheme. */
  readonly credentials: ReadonlyMap<string, ParameterDescription>;
}

type Candidate = Nameable & Omit<Argument, 'name'> & { readonly constant?: LiteralValue; readonly credential?: string };

/** @param defaultSecurity the requirement of operations that have none */
export function planTool(
  reading: ShapeReading,
  tool: string,
  operation: Operation,
  defaultSecurity: readonly SecurityRequirement[] | undefined,
): ToolPlan {
  const sent = operation.parameters.map((parameter) => candidateOf(reading, parameter));
  const body = operation.body && bodyOf(reading, operation.body);
  const bodyCandidates = body?.candidates ?? [];
  const all = [
    ...sent.filter(({ constant, credential }) => constant === undefined && credential === undefined),
    ...bodyCandidates,
  ];
  const names = nameArguments(all, [...methodNames, `${tool}Operation`]);
  const nameOf = new Map(all.map((candidate, index) => [candidate, names[index] ?? 'argument']));
  const named = all.map((candidate, index): Argument => {
    const { isRequired, shape, description, isDeprecated, place, hasBytes } = candidate;
    const name = names[index] ?? 'argument';
    return {
      name,
      isRequired,
      shape,
      isDeprecated,
      place,
      hasBytes,
      ...(description !== undefined && { description }),
    };
  });
  const credentials = new Map(
    operation.parameters.flatMap(({ sent: described }, index): [string, ParameterDescription][] => {
      const credential = sent[index]?.credential;
      return credential === undefined ? [] : [[credential, described]];
    }),
  );
  const security = requireCredentials(operation.security ?? defaultSecurity, credentials);
  return {
    tool,
    operation,
    arguments: [...named.filter(({ isRequired }) => isRequired), ...named.filter(({ isRequired }) => !isRequired)],
    parameters: sent.map((candidate): SentParameter => {
      const target = { in: candidate.in as ParameterDescription['in'], name: candidate.name };
      if (candidate.constant !== undefined) return { ...target, constant: candidate.constant };
      if (candidate.credential !== undefined) return { ...target, configuration: candidate.credential };
      return { ...target, argument: nameOf.get(candidate) ?? candidate.name };
    }),
    described: operation.parameters.flatMap(({ sent: described }, index) =>
      sent[index]?.credential === undefined ? [described] : [],
    ),
    credentials,
    ...(body && { body: sentBody(body, nameOf) }),
    ...(credentials.size > 0 ? security && { security } : operation.security && { security: operation.security }),
  };
}

function candidateOf(reading: ShapeReading, parameter: Parameter): Candidate {
  const { sent, description, isDeprecated, place } = parameter;
  const shape = reading.read(parameter.schema);
  const constant = sent.required ? onlyValue(reading, shape) : undefined;
  const isSecret = constant === undefined && isCredential(sent, followRef(reading, shape));
  if (constant !== undefined)
    reading.notices.add(
      'constant-parameter',
      place,
      `${JSON.stringify(sent.name)} is always ${JSON.stringify(constant)}`,
    );
  if (isSecret)
    reading.notices.add(
      'credential-parameter',
      place,
      `${JSON.stringify(sent.name)} carries a credential, which is configuration`,
    );
  const text = description ?? shape.docs?.description;
  return {
    name: sent.name,
    in: sent.in,
    isRequired: sent.required === true,
    shape,
    isDeprecated,
    place,
    hasBytes: false,
    ...(text !== undefined && { description: text }),
    ...(constant !== undefined && { constant }),
    ...(isSecret && { credential: credentialName(sent) }),
  };
}

function onlyValue(reading: ShapeReading, shape: Shape): LiteralValue | undefined {
  const target = followRef(reading, shape);
  const [value] = target?.kind === 'literals' && target.values.length === 1 ? target.values : [];
  return value ?? undefined;
}

interface PlannedBody {
  readonly mediaType: string;
  readonly candidates: readonly Candidate[];
  readonly isSpread: boolean;
}

function bodyOf(reading: ShapeReading, body: Body): PlannedBody {
  const shape = shapeOf(reading, body);
  const hasBytes = !isJsonType(body.mediaType);
  const spread = isMultipart(body.mediaType) || body.schema || body.fields ? findSpreadable(reading, shape) : undefined;
  const members = spread?.members.filter((member) => isUsed(member, 'input')) ?? [];
  const isExact = body.isRequired || members.every(({ isRequired }) => !isRequired);
  if (spread && members.length > 0 && members.length <= importLimits.maxSpreadMembers && isExact) {
    noteAssumed(spread, { reading, use: 'input' });
    const candidates = members.map((member) => memberCandidate(member, hasBytes));
    return { mediaType: body.mediaType, candidates, isSpread: true };
  }
  const text = body.description ?? shape.docs?.description;
  const whole: Candidate = {
    name: 'body',
    in: 'body',
    isRequired: body.isRequired,
    shape,
    isDeprecated: false,
    place: body.place,
    hasBytes,
    ...(text !== undefined && { description: text }),
  };
  return { mediaType: body.mediaType, candidates: [whole], isSpread: false };
}

/** A query and a header may have a credential of one name: Slack's `token` is either. */
function credentialName({ in: place, name }: ParameterDescription): string {
  return place === 'header' ? name : name + pascalCase(`in ${place}`);
}

function memberCandidate(member: Member, hasBytes: boolean): Candidate {
  const { shape } = member;
  return {
    name: member.name,
    in: 'body',
    isRequired: member.isRequired,
    shape,
    isDeprecated: shape.docs?.isDeprecated === true,
    place: member.place,
    hasBytes,
    ...(shape.docs?.description !== undefined && { description: shape.docs.description }),
  };
}

/** Returns the shape of a body; the fields of a form are the members of an object, and a body of bytes needs no schema. */
function shapeOf(reading: ShapeReading, { schema, fields, mediaType, place }: Body): Shape {
  if (fields) {
    const members = fields.map((field): Member => ({
      name: field.name,
      shape: withText(reading.read(field.schema), field.description),
      isRequired: field.isRequired,
      isReadOnly: false,
      isWriteOnly: false,
      isDeclared: true,
      place: field.place,
    }));
    return { kind: 'object', members } satisfies ObjectShape;
  }
  const shape = schema ? reading.read(schema) : undefined;
  if (isProseType(mediaType)) return shape && isPrimitive(reading, shape) ? shape : textFor(reading, shape, place);
  if (shape && shape.kind !== 'unknown') return shape;
  return isJsonType(mediaType) || isTextType(mediaType) || isMultipart(mediaType)
    ? unknownShape
    : { kind: 'string', isBytes: true };
}

function textFor(reading: ShapeReading, shape: Shape | undefined, place: Place): Shape {
  if (shape && shape.kind !== 'unknown')
    reading.notices.add('body-as-text', place, 'the body is not written from data; the argument is its whole text');
  const description = shape?.docs?.description;
  return { kind: 'string', ...(description !== undefined && { docs: { description } }) };
}

/** Returns whether each value is a text, or is written as one. A union that names itself is none. */
function isPrimitive(reading: ShapeReading, shape: Shape): boolean {
  const target = followRef(reading, shape);
  const members = target?.kind === 'union' ? target.members.map((member) => followRef(reading, member)) : [target];
  return members.every((member) => member && ['string', 'number', 'boolean', 'literals'].includes(member.kind));
}

function withText(shape: Shape, description: string | undefined): Shape {
  return description === undefined ? shape : { ...shape, docs: { ...shape.docs, description } };
}

function sentBody({ mediaType, candidates, isSpread }: PlannedBody, nameOf: ReadonlyMap<Candidate, string>): SentBody {
  if (!isSpread) return { mediaType, argument: nameOf.get(candidates[0] as Candidate) ?? 'body' };
  const members = Object.fromEntries(
    candidates.map((candidate) => [candidate.name, nameOf.get(candidate) ?? candidate.name]),
  );
  return { mediaType, members };
}

/** Adds the declared credentials: a required one to each alternative, an optional one as an alternative of its own. */
function requireCredentials(
  security: readonly SecurityRequirement[] | undefined,
  credentials: ReadonlyMap<string, ParameterDescription>,
): readonly SecurityRequirement[] | undefined {
  if (credentials.size === 0) return security;
  const own = Object.fromEntries([...credentials.keys()].map((name) => [name, []]));
  const isRequired = [...credentials.values()].some(({ required }) => required);
  const others = security ?? [];
  // The run-time uses the first alternative that is configured: what the document asks for comes before the credential alone.
  const together = others.map((one) => ({ ...one, ...own }));
  return isRequired ? [...together, own] : [...together, ...(others.length > 0 ? others : [{}]), own];
}

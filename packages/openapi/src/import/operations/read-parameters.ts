/**
 * Reads the parameters of an operation. Those of the path are replaced by those of the operation that have the same place and name.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { ParameterDescription, ParameterPlace, ParameterStyle } from '../../runtime/description.js';
import { noteDuplicates, noteIgnored } from './ignored-parameters.js';
import { LeftOut, type FormField, type Parameter } from './operation.js';
import type { OperationReading } from './operation-reading.js';
import { type Part, resolvePart } from './resolve-part.js';
import type { ListedOperation } from './list-operations.js';
import { partOf, type Place } from '../source/pointer.js';

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie'];

/** The parameters, and what a document of version 2.0 declares as parameters but is the body. */
export interface ReadParameters {
  readonly parameters: readonly Parameter[];
  readonly body?: Part;
  readonly fields: readonly FormField[];
}

/** @throws LeftOut for a parameter that cannot be sent and is required */
export function readParameters(reading: OperationReading, listed: ListedOperation): ReadParameters {
  const byKey = new Map<string, Part>();
  for (const { value, place } of [listed.shared, listed]) {
    const seen = new Set<string>();
    const declared = Array.isArray(value.parameters) ? value.parameters : [];
    for (const [index, item] of declared.entries()) {
      const part = resolvePart(reading.documents, item, partOf(place, 'parameters', index));
      const key = `${String(part.value.in)} ${String(part.value.name)}`;
      if (seen.has(key)) noteDuplicates(reading, part);
      else byKey.set(key, part);
      seen.add(key);
    }
  }
  const parts = [...byKey.values()];
  const sent = parts.filter(({ value }) => places.some((place) => place === value.in));
  const parameters = sent
    .filter((part) => !noteIgnored(reading, part))
    .flatMap((part) => readParameter(reading, part) ?? []);
  const body = parts.find(({ value }) => value.in === 'body');
  const fields = parts.filter(({ value }) => value.in === 'formData').map((part) => readField(part));
  return { parameters: addUndeclared(reading, listed, parameters), fields, ...(body && { body }) };
}

function readParameter(reading: OperationReading, { value, place }: Part): Parameter | undefined {
  const where = places.find((one) => one === value.in);
  if (!where || typeof value.name !== 'string') throw new LeftOut(`the parameter at ${place.pointer} has no name`);
  const described = {
    isDeprecated: value.deprecated === true,
    place,
    ...(typeof value.description === 'string' && { description: value.description }),
  };
  const base = {
    in: where,
    name: value.name,
    ...((value.required === true || where === 'path') && { required: true }),
  };
  if (reading.dialect === '2.0') {
    const style = styleOf2(value, where);
    if (style === undefined) return leaveOutTabs(reading, { value, place });
    return { ...described, sent: { ...base, ...style }, schema: { value: schemaOf2(value), place } };
  }
  const [content] = isJsonObject(value.content) ? Object.entries(value.content) : [];
  if (content) {
    const [mediaType, media] = content;
    const schema = isJsonObject(media) ? (media.schema ?? {}) : {};
    return {
      ...described,
      sent: { ...base, content: mediaType },
      schema: { value: schema, place: partOf(place, 'content', mediaType, 'schema') },
    };
  }
  const example = value.example ?? firstExample(value.examples);
  const schema = value.schema ?? {};
  const withExample =
    example !== undefined && isJsonObject(schema) && schema.example === undefined && typeof schema.$ref !== 'string';
  return {
    ...described,
    sent: { ...base, ...styleOf3(value, where) },
    schema: withExample
      ? { value: { ...schema, example }, place: partOf(place, 'schema') }
      : { value: schema, place: partOf(place, 'schema') },
  };
}

function firstExample(examples: unknown): JsonObject[string] | undefined {
  const [first] = isJsonObject(examples) ? Object.values(examples) : [];
  return isJsonObject(first) ? first.value : undefined;
}

/** Returns the style where it is not the default of the place. */
function styleOf3(value: JsonObject, where: ParameterPlace): Partial<ParameterDescription> {
  const fallback = where === 'query' || where === 'cookie' ? 'form' : 'simple';
  const styles: readonly ParameterStyle[] = [
    'simple',
    'label',
    'matrix',
    'form',
    'spaceDelimited',
    'pipeDelimited',
    'deepObject',
    'cookie',
  ];
  const style = styles.find((one) => one === value.style) ?? fallback;
  const explode = typeof value.explode === 'boolean' ? value.explode : style === 'form';
  return {
    ...(style !== fallback && { style }),
    ...(explode !== (style === 'form') && { explode }),
    ...(value.allowReserved === true && { allowReserved: true }),
  };
}

/** Returns the style of a list of version 2.0; `undefined` for tabs, which no style has. */
function styleOf2(value: JsonObject, where: ParameterPlace): Partial<ParameterDescription> | undefined {
  if (value.type !== 'array') return {};
  switch (value.collectionFormat ?? 'csv') {
    case 'multi':
      return where === 'query' ? {} : { explode: true };
    case 'ssv':
      return { style: 'spaceDelimited' };
    case 'pipes':
      return { style: 'pipeDelimited' };
    case 'tsv':
      return undefined;
    default:
      return where === 'query' ? { explode: false } : {};
  }
}

function leaveOutTabs(reading: OperationReading, { value, place }: Part): undefined {
  const message = `the list ${JSON.stringify(value.name)} is separated by tabs, which cannot be sent`;
  if (value.required === true) throw new LeftOut(message);
  reading.notices.add('parameter-left-out', place, message);
  return undefined;
}

/** A parameter of version 2.0 has the keywords of its schema beside its own. */
function schemaOf2(value: JsonObject): JsonObject {
  const {
    name: _,
    in: __,
    required: ___,
    description: ____,
    collectionFormat: _____,
    allowEmptyValue: ______,
    ...schema
  } = value;
  return schema;
}

function readField({ value, place }: Part): FormField {
  return {
    name: String(value.name),
    isRequired: value.required === true,
    isDeprecated: false,
    schema: { value: schemaOf2(value), place },
    place,
    ...(typeof value.description === 'string' && { description: value.description }),
  };
}

/** Adds the parameters that the path's template has and the document does not declare, and drops those that it lacks. */
function addUndeclared(
  reading: OperationReading,
  listed: ListedOperation,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const names = [...listed.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const kept = parameters.filter(({ sent, place }) => {
    const isUsed = sent.in !== 'path' || names.includes(sent.name);
    if (!isUsed)
      reading.notices.add('parameter-left-out', place, `the path has no place for ${JSON.stringify(sent.name)}`);
    return isUsed;
  });
  const added = names.filter((name) => !kept.some(({ sent }) => sent.in === 'path' && sent.name === name));
  const place: Place = listed.place;
  for (const name of added)
    reading.notices.add('parameter-undeclared', place, `the path has ${JSON.stringify(name)}, which is not declared`);
  const made = [...new Set(added)].map((name): Parameter => ({
    sent: { in: 'path', name, required: true },
    schema: { value: { type: 'string' }, place: partOf(place, 'parameters', name) },
    isDeprecated: false,
    place,
  }));
  return [...kept, ...made];
}

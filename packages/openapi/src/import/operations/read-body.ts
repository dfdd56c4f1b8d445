/**
 * Reads the body of an operation, in the one media type in which it is sent.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { BodyEncoding } from '../../runtime/description.js';
import { partOf, type Place } from '../source/pointer.js';
import { chooseMediaType, isFormType, isJsonType, isTextType } from './media-types.js';
import type { Body } from './operation.js';
import type { ListedOperation } from './list-operations.js';
import type { OperationReading } from './operation-reading.js';
import type { ReadParameters } from './read-parameters.js';
import { resolvePart } from './resolve-part.js';

/** @throws LeftOut for a reference that leads nowhere */
export function readBody(
  reading: OperationReading,
  listed: ListedOperation,
  parameters: ReadParameters,
): Body | undefined {
  if (reading.dialect === '2.0') return readBody2(reading, listed, parameters);
  const { requestBody } = listed.value;
  if (requestBody === undefined) return undefined;
  const { value, place } = resolvePart(reading.documents, requestBody, partOf(listed.place, 'requestBody'));
  const content = isJsonObject(value.content) ? value.content : {};
  const mediaTypes = Object.keys(content);
  const mediaType = chooseMediaType(mediaTypes);
  if (mediaType === undefined) {
    reading.notices.add('body-left-out', place, 'the body has no media type, so it cannot be sent');
    return undefined;
  }
  noteOthers(reading, mediaTypes, mediaType, place);
  const given = content[mediaType];
  const media = isJsonObject(given) ? given : {};
  const encodings = readEncodings(media);
  const at = partOf(place, 'content', mediaType);
  return {
    mediaType: sentType(reading, mediaType, at),
    isRequired: value.required === true,
    place: at,
    ...(typeof value.description === 'string' && { description: value.description }),
    ...(media.schema !== undefined && { schema: { value: media.schema, place: partOf(at, 'schema') } }),
    ...(encodings && { encodings }),
  };
}

/** Returns the type in which a body of a range is sent: JSON for any type, else plain text or bytes. */
function sentType(reading: OperationReading, mediaType: string, place: Place): string {
  if (!mediaType.includes('*')) return mediaType;
  if (isJsonType(mediaType)) return 'application/json';
  const sent = isTextType(mediaType) ? 'text/plain' : 'application/octet-stream';
  reading.notices.add('media-type-left-out', place, `a body of ${mediaType} is sent as ${sent}`);
  return sent;
}

function noteOthers(reading: OperationReading, mediaTypes: readonly string[], mediaType: string, place: Place): void {
  const others = mediaTypes.filter((one) => one !== mediaType);
  if (others.length === 0) return;
  reading.notices.add(
    'media-type-left-out',
    partOf(place, 'content'),
    `the body is sent as ${mediaType}, not as ${others.join(', ')}`,
  );
}

function readEncodings({ encoding }: JsonObject): Readonly<Record<string, BodyEncoding>> | undefined {
  const entries = isJsonObject(encoding) ? Object.entries(encoding) : [];
  const read = entries.flatMap(([name, value]): [string, BodyEncoding][] => {
    if (!isJsonObject(value)) return [];
    const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;
    const style = styles.find((one) => one === value.style);
    const one: BodyEncoding = {
      ...(typeof value.contentType === 'string' && { contentType: value.contentType }),
      ...(style && { style }),
      ...(typeof value.explode === 'boolean' && { explode: value.explode }),
      ...(value.allowReserved === true && { allowReserved: true }),
    };
    return Object.keys(one).length === 0 ? [] : [[name, one]];
  });
  return read.length === 0 ? undefined : Object.fromEntries(read);
}

function readBody2(
  reading: OperationReading,
  listed: ListedOperation,
  { body, fields }: Pick<ReadParameters, 'body' | 'fields'>,
): Body | undefined {
  const consumes = [listed.value.consumes, reading.root.consumes].find(Array.isArray) ?? [];
  const mediaTypes = consumes.filter((one) => typeof one === 'string');
  if (body) {
    const { value, place } = body;
    const mediaType = chooseMediaType(mediaTypes) ?? 'application/json';
    noteOthers(reading, mediaTypes, mediaType, place);
    return {
      mediaType: sentType(reading, mediaType, place),
      isRequired: value.required === true,
      place,
      ...(typeof value.description === 'string' && { description: value.description }),
      schema: { value: value.schema ?? {}, place: partOf(place, 'schema') },
    };
  }
  const [first] = fields;
  if (!first) return undefined;
  const hasFile = fields.some(({ schema }) => isJsonObject(schema.value) && schema.value.type === 'file');
  const forms = mediaTypes.filter(isFormType);
  const mediaType = hasFile ? 'multipart/form-data' : (forms[0] ?? 'application/x-www-form-urlencoded');
  const encodings = Object.fromEntries(fields.flatMap(encodingOf2));
  return {
    mediaType,
    isRequired: fields.some(({ isRequired }) => isRequired),
    fields,
    place: first.place,
    ...(Object.keys(encodings).length > 0 && { encodings }),
  };
}

/** Lists of version 2.0 are separated by commas unless they say otherwise. */
function encodingOf2({
  name,
  schema,
}: {
  readonly name: string;
  readonly schema: { readonly value: unknown };
}): [string, BodyEncoding][] {
  return isJsonObject(schema.value) && schema.value.type === 'array' ? [[name, { style: 'form', explode: false }]] : [];
}

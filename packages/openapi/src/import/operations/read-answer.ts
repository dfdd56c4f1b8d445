/**
 * Reads which answers an operation has: their media types by status, and the form of the successful ones.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Located } from '../source/document-set.js';
import { partOf } from '../source/pointer.js';
import type { ListedOperation } from './list-operations.js';
import { isJsonType, isTextType } from './media-types.js';
import type { Answer } from './operation.js';
import type { OperationReading } from './operation-reading.js';
import { type Part, resolvePart } from './resolve-part.js';

/** Headers that say where the next page is, or how many there are. */
const pagingHeaders = /^link$|next|cursor|page|total|count/i;

/** The answers of an operation. */
export interface ReadAnswers {
  readonly answer: Answer;
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly answerHeaders?: readonly string[];
}

interface ReadResponse {
  readonly status: string;
  readonly part: Part;
  readonly media: readonly { readonly mediaType: string; readonly schema?: Located; readonly example?: unknown }[];
}

/** @throws LeftOut for a reference that leads nowhere */
export function readAnswers(reading: OperationReading, listed: ListedOperation): ReadAnswers {
  const declared = isJsonObject(listed.value.responses) ? Object.entries(listed.value.responses) : [];
  const responses = declared
    .filter(([status]) => /^([1-5]\d\d|[1-5]XX|default)$/i.test(status))
    .map(([status, value]): ReadResponse => {
      const part = resolvePart(reading.documents, value, partOf(listed.place, 'responses', status));
      return { status, part, media: readMedia(reading, listed, part) };
    });
  const successful = responses.filter(({ status }) => status.startsWith('2'));
  const chosen = successful.length > 0 ? successful : responses.filter(({ status }) => status === 'default');
  const answers = Object.fromEntries(
    responses.map(({ status, media }) => [
      /^\dxx$/i.test(status) ? status.toUpperCase() : status,
      media.map(({ mediaType }) => mediaType),
    ]),
  );
  const headers = chosen.flatMap(({ part }) =>
    isJsonObject(part.value.headers) ? Object.keys(part.value.headers) : [],
  );
  const paging = [...new Set(headers)].filter((name) => pagingHeaders.test(name));
  const named = paging.filter((name) => name.toLowerCase() !== 'link');
  return {
    // An answer to HEAD has no body, whatever the document says.
    answer: { ...formOf(chosen), ...(listed.method === 'HEAD' && { kind: 'nothing' }), hasHeaders: paging.length > 0 },
    answers,
    ...(named.length > 0 && { answerHeaders: named }),
  };
}

function readMedia(reading: OperationReading, listed: ListedOperation, { value, place }: Part): ReadResponse['media'] {
  if (reading.dialect !== '2.0') {
    const content = isJsonObject(value.content) ? Object.entries(value.content) : [];
    return content.map(([mediaType, media]) => {
      const inner: JsonObject = isJsonObject(media) ? media : {};
      const example = inner.example ?? firstValue(inner.examples);
      const schema = inner.schema;
      return {
        mediaType,
        ...(schema !== undefined && {
          schema: { value: schema, place: partOf(place, 'content', mediaType, 'schema') },
        }),
        ...(example !== undefined && { example }),
      };
    });
  }
  if (value.schema === undefined) return [];
  const produces = [listed.value.produces, reading.root.produces].find(Array.isArray) ?? [];
  const mediaTypes = produces.filter((one) => typeof one === 'string');
  const isFile = isJsonObject(value.schema) && value.schema.type === 'file';
  const fallback = isFile ? 'application/octet-stream' : 'application/json';
  const examples = isJsonObject(value.examples) ? value.examples : {};
  return (mediaTypes.length > 0 ? mediaTypes : [fallback]).map((mediaType) => ({
    mediaType,
    schema: { value: value.schema ?? {}, place: partOf(place, 'schema') },
    ...(examples[mediaType] !== undefined && { example: examples[mediaType] }),
  }));
}

function firstValue(examples: unknown): unknown {
  const [first] = isJsonObject(examples) ? Object.values(examples) : [];
  return isJsonObject(first) ? first.value : undefined;
}

function formOf(responses: readonly ReadResponse[]): Omit<Answer, 'hasHeaders'> {
  const media = responses.flatMap((response) => response.media);
  const data = media.filter(({ mediaType }) => isJsonType(mediaType));
  const texts = media.filter(({ mediaType }) => isTextType(mediaType));
  const [first] = responses;
  const [sample] = data.filter(({ example }) => example !== undefined);
  const sampled = responses.find((response) => sample && response.media.includes(sample));
  return {
    kind: kindOf({
      all: media.length,
      data: data.length,
      texts: texts.length,
      isSometimesEmpty: responses.some((one) => one.media.length === 0),
    }),
    schemas: data.flatMap(({ schema }) => (schema ? [schema] : [])),
    status: Number(sampled && /^\d+$/.test(sampled.status) ? sampled.status : 200),
    ...(typeof first?.part.value.description === 'string' && { description: first.part.value.description }),
    ...(sample && { example: sample.example }),
  };
}

function kindOf({
  all,
  data,
  texts,
  isSometimesEmpty,
}: {
  readonly all: number;
  readonly data: number;
  readonly texts: number;
  readonly isSometimesEmpty: boolean;
}): Answer['kind'] {
  if (all === 0) return 'nothing';
  if (data > 0 || isSometimesEmpty) return 'data';
  if (texts === all) return 'text';
  return texts > 0 ? 'data' : 'bytes';
}

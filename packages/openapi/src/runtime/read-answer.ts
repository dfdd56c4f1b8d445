/**
 * Reads an answer by its media type and by the one that the document promises. An answer is never refused for being another than
 * promised.
 */
import { ToolError } from '@sigil/core';
import type { OperationDescription } from './description.js';
import { kindOfMediaType, type ContentKind } from './media-types.js';

/** @throws ToolError if it is longer than the limit */
export async function readBytes(response: Response, maxAnswerBytes: number): Promise<Buffer> {
  const { bytes, isWhole } = await readUpTo(response, maxAnswerBytes);
  if (isWhole) return bytes;
  throw new ToolError(`the answer is longer than ${maxAnswerBytes} bytes (maxAnswerBytes)`, {
    suggestions: ['Ask for less: fewer items on a page, a filter, or fewer fields.'],
  });
}

/** Reads the beginning of a body, and ends the transfer of the rest. */
export async function readUpTo(
  { body }: Response,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).byteLength;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: length <= maxBytes };
}

/** Returns the value that a tool returns for a body. */
export function decodeAnswer(bytes: Buffer, response: Response, operation: OperationDescription): unknown {
  const promised = promisedTypes(operation, response.status).map(kindOfMediaType);
  const contentType = response.headers.get('content-type') ?? '';
  const kind = contentType === '' ? (promised[0] ?? 'any') : kindOfMediaType(contentType);
  const promisesOnly = (it: string) => promised.length > 0 && promised.every((one) => one === it);

  if (isAlways(operation, 'bytes')) return new Uint8Array(bytes);
  // A status that the document does not list may be one of its errors by default, but the tool still promises text.
  const mustBeText = promisesOnly('text') || isAlways(operation, 'text');
  if (bytes.length === 0) return kind === 'text' || mustBeText ? '' : null;
  const text = decodeText(bytes, contentType);
  const mayBeJson = !mustBeText && (kind === 'json' || kind === 'any' || promisesOnly('json'));
  const value = mayBeJson ? parseJson(text) : undefined;
  if (value !== undefined) return value;
  if (kind === 'bytes' || (kind === 'any' && !isWellFormed(bytes))) return bytes.toString('base64');
  return text;
}

/** Returns whether every successful answer is of one kind. If one of several is data, tools return data: bytes are base64 in it. */
function isAlways({ answers = {} }: OperationDescription, kind: ContentKind): boolean {
  const successful = Object.entries(answers).filter(([status]) => status.startsWith('2'));
  const types = successful.length > 0 ? successful.map(([, some]) => some) : [answers['default'] ?? []];
  return types.every((some) => some.length > 0 && some.every((one) => kindOfMediaType(one) === kind));
}

/** Returns the media types that the document has for a status, else for its class, by default, or for any success. */
export function promisedTypes({ answers = {} }: OperationDescription, status: number): readonly string[] {
  const keys = [String(status), `${String(status)[0]}XX`, `${String(status)[0]}xx`, 'default'];
  const key = keys.find((it) => Object.hasOwn(answers, it));
  if (key !== undefined) return answers[key] ?? [];
  return Object.entries(answers).flatMap(([other, types]) => (other.startsWith('2') ? types : []));
}

/** Decodes text by the charset of its media type, or as UTF-8. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown charset: UTF-8 is the likeliest.
    return new TextDecoder().decode(bytes);
  }
}

function isWellFormed(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns `undefined` for a text that is not the JSON that it says it is; the model may still read the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

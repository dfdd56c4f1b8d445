/**
 * Writes the body of a request in its media type.
 *
 * Spec: OpenAPI 3.1 Encoding Object; WHATWG URL "application/x-www-form-urlencoded"; RFC 7578
 */
import { ToolError } from '@sigil/core';
import type { BodyDescription, BodyEncoding } from './description.js';
import { expandPairs } from './expand-parameter.js';
import { essenceOf, kindOfMediaType } from './media-types.js';
import { formEncoding, rawEncoding, reservedEncoding, type TextEncoding } from './percent-encoding.js';
import { isComposite, itemsOf, jsonOf, membersOf, textOf } from './plain-value.js';

/** A body as it is sent. */
export interface WrittenBody {
  readonly contentType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** @returns `undefined` if there is none to send @throws ToolError if a required body is missing, or is no object and must be */
export function writeBody(description: BodyDescription, value: unknown): WrittenBody | undefined {
  const { mediaType } = description;
  const essence = essenceOf(mediaType);
  const isJson = kindOfMediaType(mediaType) === 'json';
  if (value === undefined || (value === null && !isJson) || (!description.required && isLeftOut(value))) {
    if (description.required) throw new ToolError('the body of the request is required');
    return undefined;
  }
  if (essence === 'application/x-www-form-urlencoded') {
    return { contentType: mediaType, content: writeForm(propertiesOf(value), description.encodings) };
  }
  if (essence.startsWith('multipart/')) {
    const boundary = `sigil-${crypto.randomUUID()}`;
    const parts = propertiesOf(value).flatMap(([name, it]) =>
      partsOf(name, it, encodingOf(description.encodings, name)),
    );
    return { contentType: `${mediaType}; boundary=${boundary}`, content: writeMultipart(parts, boundary, essence) };
  }
  return writeContent(mediaType, value);
}

/** Written tools build a body of their arguments: if none was given, neither was the body. */
function isLeftOut(value: unknown): boolean {
  const members = value instanceof Object && membersOf(value) ? Object.values(value) : [];
  return members.length > 0 && members.every((it) => it === undefined);
}

/** Writes a value that a media type of its own describes: a body, a part, or a parameter with `content`. */
export function writeContent(mediaType: string, value: unknown): WrittenBody {
  const kind = kindOfMediaType(mediaType);
  if (value instanceof Uint8Array) {
    const contentType = kind === 'any' ? 'application/octet-stream' : mediaType;
    return { contentType, content: new Uint8Array(value) };
  }
  if (kind === 'json') return { contentType: mediaType, content: jsonOf(value) };
  if (kind === 'any' && isComposite(value)) return { contentType: 'application/json', content: jsonOf(value) };
  if (kind === 'any') return { contentType: 'text/plain', content: textOf(value) };
  // Text in a type of bytes is what the document wants: bytes are described as such, and reach this as bytes.
  return { contentType: mediaType, content: textOf(value) };
}

function propertiesOf(value: unknown): [string, unknown][] {
  const members = membersOf(value);
  if (!members) throw new ToolError('the body of the request must be an object');
  return members;
}

function encodingOf(encodings: BodyDescription['encodings'], name: string): BodyEncoding {
  return (encodings && Object.hasOwn(encodings, name) && encodings[name]) || {};
}

function writeForm(properties: readonly [string, unknown][], encodings: BodyDescription['encodings']): string {
  const pairs = properties.flatMap(([name, value]) => {
    const encoding = encodingOf(encodings, name);
    if (hasStyle(encoding))
      return stylePairs(name, value, encoding, encoding.allowReserved ? reservedEncoding : formEncoding);
    const encodePair = (it: unknown) => [name, formText(it, encoding)].map(formEncoding.encode);
    return valuesOf(value, encoding).map(encodePair);
  });
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

function formText(value: unknown, { contentType }: BodyEncoding): string {
  if (contentType === undefined) return textOf(value);
  return kindOfMediaType(contentType) === 'json' ? jsonOf(value) : textOf(value);
}

function hasStyle({ style, explode, allowReserved }: BodyEncoding): boolean {
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}

function stylePairs(name: string, value: unknown, encoding: BodyEncoding, text: TextEncoding): [string, string][] {
  const { style = 'form', explode = style === 'form' } = encoding;
  return expandPairs({ name, value, style, explode }, text);
}

/** The items of a list are sent one by one, unless the document names JSON for the whole list. */
function valuesOf(value: unknown, { contentType }: BodyEncoding): readonly unknown[] {
  if (contentType !== undefined && kindOfMediaType(contentType) === 'json') return [value];
  return itemsOf(value) ?? [value];
}

interface Part extends Partial<WrittenBody> {
  readonly name: string;
  readonly isFile: boolean;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

function partsOf(name: string, value: unknown, encoding: BodyEncoding): Part[] {
  if (hasStyle(encoding)) {
    return stylePairs(name, value, encoding, rawEncoding).map(([key, content]) => ({
      name: key,
      content,
      isFile: false,
    }));
  }
  const contentType = encoding.contentType
    ?.split(',')
    .find((it) => !it.includes('*'))
    ?.trim();
  return valuesOf(value, encoding).map((item) => {
    const isFile = item instanceof Uint8Array;
    if (contentType !== undefined) return { name, isFile, ...writeContent(contentType, item) };
    if (isFile) return { name, isFile, ...writeContent('application/octet-stream', item) };
    if (isComposite(item)) return { name, isFile, ...writeContent('application/json', item) };
    return { name, isFile, content: textOf(item) };
  });
}

function writeMultipart(parts: readonly Part[], boundary: string, essence: string): Uint8Array<ArrayBuffer> {
  const quote = (text: string) => `"${text.replace(/["\r\n]/g, (it) => encodeURIComponent(it))}"`;
  const chunks = parts.flatMap(({ name, isFile, contentType, content }) => {
    const disposition = essence === 'multipart/form-data' ? 'form-data' : isFile ? 'attachment' : 'inline';
    const filename = isFile ? `; filename=${quote(name)}` : '';
    const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
    const head = `--${boundary}\r\nContent-Disposition: ${disposition}; name=${quote(name)}${filename}\r\n${type}\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return new Uint8Array(Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]));
}

/**
 * Makes content blocks of bytes, files and addresses, for authors whose tools return more than text and data.
 *
 * Blocks are plain JSON by the time that a helper returns: tests read them, and they cross to workers and clients as they are.
 */
import { isBase64, writeBase64 } from './base64.js';
import type {
  Annotations,
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
} from './content.js';
import type { JsonObject } from './json.js';
import { endingOf, mediaTypeOfBase64, mediaTypeOfBytes, mediaTypeOfName, unknownBytes } from './media-types.js';

/** The bytes that content is made of. A `Buffer` is a `Uint8Array`. */
export type Bytes = Uint8Array | ArrayBuffer;

/** The options that all content has. */
export interface ContentOptions {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** The options of `image` and `audio`. */
export interface MediaOptions extends ContentOptions {
  /** Needed only where the bytes do not show it themselves, as those of an SVG do not. */
  readonly mimeType?: string;
}

/** The options of `file`. */
export interface FileOptions extends ContentOptions {
  /** Default: by the bytes, else by the ending of the name. */
  readonly mimeType?: string;
  /** An address of the file that the client may use as its key. Default: `attachment:` and the name. */
  readonly uri?: string | URL;
}

/** The options of `link`; `size` is in bytes. */
export interface LinkOptions extends ContentOptions {
  /** Default: the last part of the URI. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

/**
 * An image that the client shows and the model sees. Models take PNG, JPEG, GIF and WebP; others are for people.
 *
 * @param data bytes, or text: base64 or a `data:` URL
 * @throws TypeError when the bytes do not show that they are an image and no media type is given
 */
export function image(data: Bytes | string, options: MediaOptions = {}): ImageContent {
  return mediaOf('image', data, options);
}

/**
 * A sound. Clients of 2024-11-05, which know none, are told of it in a text.
 *
 * @param data bytes, or text: base64 or a `data:` URL
 * @throws TypeError when the bytes do not show that they are a sound and no media type is given
 */
export function audio(data: Bytes | string, options: MediaOptions = {}): AudioContent {
  return mediaOf('audio', data, options);
}

/**
 * A file that is carried along.
 *
 * @param data bytes, or the text of the file
 * @param name with an ending, which tells the media type where the bytes do not
 */
export function file(data: Bytes | string, name: string, options: FileOptions = {}): EmbeddedResource {
  const { mimeType, uri = `attachment:${encodeURIComponent(name)}`, ...others } = options;
  const resource =
    typeof data === 'string'
      ? { uri: String(uri), mimeType: mimeType ?? mediaTypeOfName(name) ?? 'text/plain', text: data }
      : { uri: String(uri), mimeType: mimeType ?? typeOfFile(asBytes(data), name), blob: writeBase64(asBytes(data)) };
  return { type: 'resource', resource, ...others };
}

/**
 * Points at what the client may fetch: a resource of this server, or any other address. Clients of revisions before 2025-06-18 get
 * a text with the address.
 */
export function link(uri: string | URL, options: LinkOptions = {}): ResourceLink {
  const address = String(uri);
  return { type: 'resource_link', uri: address, name: lastPartOf(address), ...options };
}

/**
 * The block that bytes without any helper become: an image or a sound by their signature, else a file.
 *
 * @param name of the file, without its ending
 */
export function blockOfBytes(data: Bytes, name: string): ContentBlock {
  const bytes = asBytes(data);
  const mimeType = mediaTypeOfBytes(bytes) ?? unknownBytes;
  const [type] = mimeType.split('/', 1);
  if (type === 'image' || type === 'audio') return { type, data: writeBase64(bytes), mimeType };
  return file(bytes, `${name}.${endingOf(mimeType)}`, { mimeType });
}

/** Returns whether a value is bytes that content can be made of. */
export function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}

/** The same bytes, for reading one by one. */
export function asBytes(data: Bytes): Uint8Array {
  return data instanceof Uint8Array ? data : new Uint8Array(data);
}

type Media<Type> = { readonly type: Type } & Pick<ImageContent, 'data' | 'mimeType'> & ContentOptions;

function mediaOf<Type extends 'image' | 'audio'>(
  type: Type,
  data: Bytes | string,
  { mimeType: given, ...others }: MediaOptions,
): Media<Type> {
  const [, declared, inUrl] = (typeof data === 'string' && /^data:([^;,]+)[^,]*;base64,(.*)$/s.exec(data)) || [];
  const base64 = typeof data === 'string' ? (inUrl ?? data) : writeBase64(asBytes(data));
  if (base64 === '' || !isBase64(base64)) throw new TypeError(`${type}() takes bytes, or base64 as text`);
  const mimeType = given ?? declared ?? mediaTypeOfBase64(base64);
  if (mimeType?.startsWith(`${type}/`)) return { type, data: base64, mimeType, ...others };
  throw new TypeError(
    mimeType === undefined
      ? `${type}() cannot tell the media type of these bytes; name it: { mimeType: '${type}/…' }`
      : `${type}() got ${mimeType}; file() takes bytes of any type`,
  );
}

/** A zip may be a document, which only the name tells. */
function typeOfFile(bytes: Uint8Array, name: string): string {
  const byBytes = mediaTypeOfBytes(bytes);
  const byName = mediaTypeOfName(name);
  return (byBytes === 'application/zip' ? (byName ?? byBytes) : (byBytes ?? byName)) ?? unknownBytes;
}

function lastPartOf(uri: string): string {
  const [path = uri] = uri.split(/[?#]/, 1);
  return path.split('/').findLast((part) => part !== '') ?? uri;
}

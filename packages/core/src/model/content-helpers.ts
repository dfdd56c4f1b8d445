/**
 * Makes content blocks from bytes, files and addresses, for authors whose tools return more than text and data.
 *
 * A helper returns plain JSON: tests can read the blocks, and they cross to workers and clients unchanged.
 */
import { encodeUri } from './normalize-uri.js';
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

/** Bytes for content. A `Buffer` is a `Uint8Array`. */
export type Bytes = Uint8Array | ArrayBuffer;

/** Options common to all content. */
export interface ContentOptions {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** The options of `image` and `audio`. */
export interface MediaOptions extends ContentOptions {
  /** Needed only where the bytes do not identify it, as for an SVG. */
  readonly mimeType?: string;
}

/** The options of `file`. */
export interface FileOptions extends ContentOptions {
  /** Default: the type shown by the bytes, else by the name's ending. */
  readonly mimeType?: string;
  /** URI of the file, which the client may use as its key. Default: `attachment:` and the name. */
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
 * Makes an image that the client shows and the model sees. Models accept PNG, JPEG, GIF and WebP; other formats are only for
 * people.
 *
 * @param data bytes, or text: base64 or a `data:` URL
 * @throws TypeError when the bytes are not recognisably an image and no media type is given
 */
export function image(data: Bytes | string, options: MediaOptions = {}): ImageContent {
  return mediaOf('image', data, options);
}

/**
 * Makes a sound. Clients of 2024-11-05, which has no audio, get a text that mentions it.
 *
 * @param data bytes, or text: base64 or a `data:` URL
 * @throws TypeError when the bytes are not recognisably a sound and no media type is given
 */
export function audio(data: Bytes | string, options: MediaOptions = {}): AudioContent {
  return mediaOf('audio', data, options);
}

/**
 * Embeds a file in the result.
 *
 * @param data bytes, or the text of the file
 * @param name with an ending, which gives the media type where the bytes do not
 */
export function file(data: Bytes | string, name: string, options: FileOptions = {}): EmbeddedResource {
  const { mimeType, uri = `attachment:${encodeURIComponent(name)}`, ...others } = options;
  const resource =
    typeof data === 'string'
      ? { uri: encodeUri(String(uri)), mimeType: mimeType ?? mediaTypeOfName(name) ?? 'text/plain', text: data }
      : {
          uri: encodeUri(String(uri)),
          mimeType: mimeType ?? typeOfFile(asBytes(data), name),
          blob: writeBase64(asBytes(data)),
        };
  return { type: 'resource', resource, ...others };
}

/**
 * Links to something the client may fetch: a resource of this server, or any other address. Clients of revisions before
 * 2025-06-18 get a text with the address.
 */
export function link(uri: string | URL, options: LinkOptions = {}): ResourceLink {
  const address = String(uri);
  return { type: 'resource_link', uri: encodeUri(address), name: lastPartOf(address), ...options };
}

/**
 * Makes the block for bytes returned without a helper: an image or a sound by their signature, else a file.
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

/** Returns whether a value is bytes. */
export function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}

/** Returns the same bytes as a `Uint8Array`. */
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

/** Returns the media type. A zip may be a document, which only the name shows. */
function typeOfFile(bytes: Uint8Array, name: string): string {
  const byBytes = mediaTypeOfBytes(bytes);
  const byName = mediaTypeOfName(name);
  return (byBytes === 'application/zip' ? (byName ?? byBytes) : (byBytes ?? byName)) ?? unknownBytes;
}

function lastPartOf(uri: string): string {
  const [path = uri] = uri.split(/[?#]/, 1);
  return path.split('/').findLast((part) => part !== '') ?? uri;
}

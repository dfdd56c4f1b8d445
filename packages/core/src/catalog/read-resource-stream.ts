/**
 * Collects the text or bytes that a resource's method streams into its contents, up to the limit.
 */
import { ToolError } from '../errors/tool-error.js';
import type { ComponentCode } from '../manifest/plugin-module.js';
import type { ResourceContents } from '../model/content.js';
import type { Context } from '../model/context.js';
import { mediaTypeOfBase64, unknownBytes } from '../model/media-types.js';
import { Base64Writer } from './base64-writer.js';
import type { ResourceResult } from './catalog.js';
import { describeLongResource } from './describe-long-resource.js';
import { carrierOf, checkPart } from './read-return.js';
import type { Stream } from './stream-carrier.js';
import { walkStream } from './walk-stream.js';

/** The resource whose stream is read. */
export interface StreamedResource {
  readonly uri: string;
  /** The MIME type in the component's definition. */
  readonly mimeType: string | undefined;
  /** The generated code of its method. */
  readonly code?: Pick<ComponentCode, 'returns' | 'stream'>;
}

/** @throws ToolError naming the limit when the stream exceeds it; Error when it yields a value that is neither text nor bytes, or that its type does not allow */
export async function readResourceStream(
  stream: Stream,
  context: Context,
  resource: StreamedResource,
): Promise<ResourceResult> {
  const maxBytes = carrierOf(context)?.delivery.maxResourceBytes ?? Number.POSITIVE_INFINITY;
  const contents = new StreamedContents(maxBytes);
  const { code = {} } = resource;
  await walkStream(stream, context, (part) => {
    checkPart(part, code);
    contents.add(part);
    return true;
  });
  return { kind: 'result', contents: [contents.finish(resource)] };
}

class StreamedContents {
  #texts: string[] = [];
  #bytes: Base64Writer | undefined;
  #length = 0;

  constructor(private readonly maxBytes: number) {}

  add(part: unknown): void {
    if (typeof part === 'string') this.#addText(part);
    else if (part instanceof Uint8Array) this.#addBytes(part);
    else throw new Error(`a resource yields text or bytes, got ${part === null ? 'null' : typeof part}`);
    // UTF-8 text has at least as many bytes as characters; the exact bytes are counted once it is complete.
    if (this.#length > this.maxBytes) throw new ToolError(describeLongResource(this.maxBytes));
  }

  finish({ uri, mimeType }: StreamedResource): ResourceContents {
    if (this.#bytes) {
      const blob = this.#bytes.finish();
      return { uri, mimeType: mimeType ?? mediaTypeOfBase64(blob) ?? unknownBytes, blob };
    }
    const texts = this.#texts;
    this.#texts = [];
    return { uri, mimeType: mimeType ?? 'text/plain', text: texts.join('') };
  }

  #addText(text: string): void {
    if (this.#bytes) throw new Error('a resource is text or bytes: it yielded both');
    this.#texts.push(text);
    this.#length += text.length;
  }

  #addBytes(bytes: Uint8Array): void {
    if (this.#texts.length > 0) throw new Error('a resource is text or bytes: it yielded both');
    this.#bytes ??= new Base64Writer();
    this.#bytes.add(bytes);
    this.#length += bytes.length;
  }
}

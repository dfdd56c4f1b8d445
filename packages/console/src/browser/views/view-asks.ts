/**
 * The requests of a view that its reader decides on.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { readBytes } from '../base64.js';
import { isObject, listOf, textOf } from '../json.js';
import { nameFile } from '../results/file-name.js';
import { ViewRefusal } from './view-channel.js';

/** A file that a view offers. */
export interface ViewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** A request to decide on. */
export type ViewAsk =
  | { readonly kind: 'call'; readonly tool: JsonObject; readonly args: JsonObject }
  | { readonly kind: 'read'; readonly uri: string }
  | { readonly kind: 'link'; readonly url: URL }
  | { readonly kind: 'download'; readonly files: readonly ViewFile[] };

/** The decision of the reader; `always` also allows all further calls of the same tool, or reads, by the same view. */
export type Decision = 'once' | 'always' | 'refused';

/** A request with the function that ends it. */
export interface OpenAsk {
  readonly id: number;
  readonly ask: ViewAsk;
  readonly decide: (decision: Decision) => void;
}

const invalidParams = -32_602;

/** @throws ViewRefusal for an address that is none of the web */
export function readLink(given: JsonValue | undefined): URL {
  const text = textOf(given) ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new ViewRefusal('"url" must be an address with http or https', invalidParams);
}

/**
 * Reads the files of a download. Links to resources of the server are read from it.
 *
 * @throws ViewRefusal for contents that are no resources
 */
export async function readFiles(
  given: JsonValue | undefined,
  readResource: (uri: string) => Promise<JsonObject>,
): Promise<readonly ViewFile[]> {
  const files = await Promise.all(
    listOf(given).map(async (block) => {
      const { type, resource, uri } = isObject(block) ? block : {};
      if (type === 'resource' && isObject(resource)) return [readFile(resource)];
      if (type !== 'resource_link' || typeof uri !== 'string') throw new ViewRefusal(noFiles, invalidParams);
      return listOf((await readResource(uri))['contents'])
        .filter(isObject)
        .map(readFile);
    }),
  );
  if (files.flat().length === 0) throw new ViewRefusal(noFiles, invalidParams);
  return files.flat();
}

const noFiles = '"contents" must have resources or links to resources';

function readFile({ uri, mimeType, text, blob }: JsonObject): ViewFile {
  const type = textOf(mimeType) ?? 'application/octet-stream';
  return {
    name: nameFile(textOf(uri), type),
    mimeType: type,
    content: textOf(text) ?? readBytes(textOf(blob) ?? ''),
  };
}

const savedWithinMs = 60_000;

/** Saves files as the browser saves downloads. */
export function saveFiles(files: readonly ViewFile[]): void {
  for (const { name, mimeType, content } of files) {
    const address = URL.createObjectURL(new Blob([content], { type: mimeType }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // The browser reads the bytes after the click.
    setTimeout(() => URL.revokeObjectURL(address), savedWithinMs);
  }
}

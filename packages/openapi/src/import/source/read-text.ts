/**
 * Reads the text of a document from a file or over HTTP, with limits on its size and on the time.
 */
import { readFile, stat } from 'node:fs/promises';
import { importLimits } from '../limits/import-limits.js';
import { ImportError } from './import-error.js';

const { maxDocumentBytes: maxBytes, fetchTimeoutMs } = importLimits;

/** Returns whether the source is an address rather than a file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** @throws ImportError naming the file */
export async function readFileText(file: string, shown: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new ImportError(`${shown}: the document is larger than ${maxBytes} bytes`);
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    throw new ImportError(`${shown}: the file cannot be read (${code})`, { cause });
  }
}

/** @throws ImportError naming the address without its user, password and query */
export async function fetchText(address: URL): Promise<string> {
  const shown = `${address.origin}${address.pathname}`;
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(fetchTimeoutMs),
      headers: { accept: 'application/json, application/yaml, */*;q=0.5' },
    });
    if (!answer.ok || !answer.body) throw new ImportError(`${shown}: the server answered ${answer.status}`);
    return await readBounded(answer.body, shown);
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    throw new ImportError(`${shown}: the document cannot be fetched`, { cause });
  }
}

async function readBounded(body: ReadableStream<Uint8Array>, shown: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new ImportError(`${shown}: the document is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

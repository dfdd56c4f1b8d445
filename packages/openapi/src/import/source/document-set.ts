/**
 * A document with the other files that its references name, all inside the folder of the document.
 *
 * References are resolved where they are used, so one that nothing uses is never read.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { importLimits } from '../limits/import-limits.js';
import { ImportError } from './import-error.js';
import { findLine, parseText } from './parse-text.js';
import { type Place, splitPointer, writePlace } from './pointer.js';
import { fetchText, isAddress, readFileText } from './read-text.js';

const { maxFiles, maxDocumentBytes: maxFileBytes } = importLimits;

/** A value and where it stands. */
export interface Located {
  readonly value: JsonValue;
  readonly place: Place;
}

/** The document's files. Keys of files are paths relative to the document's folder; the document itself has the key ''. */
export interface DocumentSet {
  readonly root: JsonObject;
  /** The document's own name for messages: `api.yaml`. */
  readonly name: string;
  /** The text of the document, as it was read. */
  readonly text: string;
  /** The address that the document was read from, without user, password and query. */
  readonly address?: string;
  /**
   * Finds the target of a reference.
   *
   * @param from the file that the reference stands in
   * @returns `undefined` if the file has no such part
   * @throws ImportError for a file outside the folder, another host, and a file that is not there
   */
  find(reference: string, from: Place): Located | undefined;
  /** Returns the place for a message: `api.yaml:12`, or the pointer if the text has no such line. */
  show(place: Place): string;
}

/**
 * Opens a file, relative to `folder`, or an http(s) address.
 *
 * @throws ImportError if the document cannot be read or parsed
 */
export async function openDocument(source: string, folder: string): Promise<DocumentSet> {
  return isAddress(source) ? openAddress(source) : openFile(resolve(folder, source));
}

async function openFile(path: string): Promise<DocumentSet> {
  const name = basename(path);
  const text = await readFileText(path, name);
  const home = realpathSync(dirname(path));
  return openSet({ name, text, readOther: (file, at) => readInside(home, file, at) });
}

async function openAddress(source: string): Promise<DocumentSet> {
  const address = new URL(source);
  const text = await fetchText(address);
  const name = basename(address.pathname) || address.host;
  const others = await fetchOthers(address, text, name);
  const readOther = (file: string, at: () => string): string => {
    const found = others.get(file);
    if (found === undefined) throw new ImportError(`${at()}: the file "${file}" cannot be fetched beside the document`);
    return found;
  };
  return openSet({ name, text, readOther, address: `${address.origin}${address.pathname}` });
}

interface Opening {
  readonly name: string;
  readonly text: string;
  readonly address?: string;
  /** Reads another file by its path relative to the document's folder. `at` finds the reference for messages, which parses the document again. */
  readonly readOther: (file: string, at: () => string) => string;
}

function openSet({ name, text, address, readOther }: Opening): DocumentSet {
  const root = parseText(text, name);
  if (!isJsonObject(root)) throw new ImportError(`${name}:1: the document must be an object`);
  const files = new Map<string, JsonValue>([['', root]]);

  const show = (place: Place): string => {
    const line = place.file === '' ? findLine(text, place.pointer) : undefined;
    return line === undefined ? writePlace(place) : `${name}:${line}`;
  };
  const open = (file: string, from: Place): JsonValue => {
    const known = files.get(file);
    if (known !== undefined) return known;
    if (files.size > maxFiles) throw new ImportError(`${show(from)}: the document has more than ${maxFiles} files`);
    const value = parseText(
      readOther(file, () => show(from)),
      file,
    );
    files.set(file, value);
    return value;
  };
  return {
    root,
    name,
    text,
    ...(address !== undefined && { address }),
    show,
    find: (reference, from) => {
      const hash = reference.indexOf('#');
      const path = hash < 0 ? reference : reference.slice(0, hash);
      const fragment = hash < 0 ? '' : reference.slice(hash + 1);
      const file = path === '' ? from.file : nameOther(path, from, name, show);
      return followPointer(open(file, from), file, decodeFragment(fragment));
    },
  };
}

/** Returns the key of the file that a reference in `from` names. */
function nameOther(path: string, from: Place, name: string, show: (place: Place) => string): string {
  const refuse = (says: string): never => {
    throw new ImportError(`${show(from)}: the reference ${JSON.stringify(path)} ${says}`);
  };
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) refuse('leads to another host; save that document beside this one');
  const joined = posix.normalize(posix.join(posix.dirname(from.file === '' ? '.' : from.file), decodeFragment(path)));
  if (joined.startsWith('..') || posix.isAbsolute(joined) || joined.includes('\\') || joined.includes('\0'))
    refuse("leaves the document's folder");
  return joined === name ? '' : joined;
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that begins no escape is a `%`.
    return text;
  }
}

function followPointer(root: JsonValue, file: string, pointer: string): Located | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let value: JsonValue = root;
  for (const key of splitPointer(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    const inner: JsonValue | undefined = Array.isArray(value) ? value[Number(key)] : (value as JsonObject)[key];
    if (inner === undefined) return undefined;
    value = inner;
  }
  return { value, place: { file, pointer } };
}

/** Reads a file of the folder; links that lead out of it are refused too. */
function readInside(home: string, file: string, at: () => string): string {
  const path = join(home, ...file.split('/'));
  try {
    const real = realpathSync(path);
    const inside = relative(home, real);
    if (inside.startsWith('..') || resolve(home, inside) !== real || inside.split(sep)[0] === '..')
      throw new ImportError(`${at()}: the file "${file}" leaves the document's folder`);
    const { size } = statSync(real);
    if (size > maxFileBytes) throw new ImportError(`${at()}: the file "${file}" is larger than ${maxFileBytes} bytes`);
    return readFileSync(real, 'utf8');
  } catch (cause) {
    if (cause instanceof ImportError) throw cause;
    throw new ImportError(`${at()}: there is no readable file "${file}" in the document's folder`, { cause });
  }
}

/** Fetches the files below the document's own address that its references name, and those that these name. */
async function fetchOthers(address: URL, text: string, name: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const waiting = [{ file: '', text }];
  for (let next = waiting.pop(); next && texts.size < maxFiles; next = waiting.pop()) {
    for (const file of namedFiles(next.text, next.file)) {
      if (file === name || texts.has(file)) continue;
      const target = new URL(file, address);
      const home = new URL('.', address).href;
      // A reference outside of it is refused where it is used.
      if (!target.href.startsWith(home)) continue;
      const found = await fetchText(target).catch(() => undefined);
      if (found === undefined) continue;
      texts.set(file, found);
      waiting.push({ file, text: found });
    }
  }
  return texts;
}

function namedFiles(text: string, from: string): string[] {
  const references = text.matchAll(/["']?\$ref["']?\s*:\s*["']?([^"'#\s]+)/g);
  return [...references].flatMap(([, path = '']) =>
    /^[a-z][a-z0-9+.-]*:|^\//i.test(path) ? [] : [posix.normalize(posix.join(posix.dirname(from || '.'), path))],
  );
}

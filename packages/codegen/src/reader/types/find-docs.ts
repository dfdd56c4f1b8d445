/**
 * Finds doc comments for the reader of types, which requests those of the same declarations repeatedly.
 */
import type { ts } from 'ts-morph';
import { isBare, readDocComment, type SourcedDoc } from '../docs/doc-source.js';
import type { Place } from '../program/problems.js';
import type { Reading } from '../program/reading.js';
import type { TypeSite } from './type-site.js';

const undocumented = new WeakMap<Reading, WeakSet<ts.Node>>();

/**
 * Returns the declaration's doc comment; problems in it are reported there, or at the site when it is not in the plugin's own
 * files.
 */
export function findDocs(reading: Reading, declaration: ts.Declaration, site: TypeSite): SourcedDoc | undefined {
  if (isBare(declaration)) return undefined;
  const known = undocumented.get(reading) ?? new WeakSet<ts.Node>();
  undocumented.set(reading, known);
  if (known.has(declaration)) return undefined;
  const docs = readDocComment(reading, declaration, new PlaceOfSite(site));
  if (!docs) known.add(declaration);
  return docs;
}

/** A place that is computed only when a problem is reported, which is rare. */
class PlaceOfSite implements Place {
  readonly #site: TypeSite;

  constructor(site: TypeSite) {
    this.#site = site;
  }

  get file(): ts.SourceFile {
    return this.#site.at.file;
  }

  get start(): number {
    return this.#site.at.start;
  }

  get length(): number {
    return this.#site.at.length;
  }
}

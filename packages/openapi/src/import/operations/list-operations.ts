/**
 * Lists the operations of a document, in its order, before their parts are read.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { OperationDescription } from '../../runtime/description.js';
import { ImportError } from '../source/import-error.js';
import type { Dialect } from '../schemas/shape-reading.js';
import type { DocumentSet } from '../source/document-set.js';
import { partOf, type Place } from '../source/pointer.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** An operation that is not read yet. */
export interface ListedOperation {
  readonly method: OperationDescription['method'] | 'TRACE';
  readonly path: string;
  readonly value: JsonObject;
  readonly place: Place;
  /** The path's own object, whose parameters and servers all of its operations share. */
  readonly shared: { readonly value: JsonObject; readonly place: Place };
  readonly tags: readonly string[];
  readonly operationId?: string;
}

/** @throws ImportError for a document that is none of OpenAPI 2.0, 3.0 and 3.1 */
export function readDialect({ root, show }: DocumentSet): Dialect {
  const version = root.openapi ?? root.swagger;
  const text = typeof version === 'number' ? version.toFixed(1) : String(version ?? '');
  if (root.swagger !== undefined && text === '2.0') return '2.0';
  if (root.openapi !== undefined && /^3\.0(\.|$)/.test(text)) return '3.0';
  if (root.openapi !== undefined && /^3\.[12](\.|$)/.test(text)) return '3.1';
  const came = text === '' ? 'it has neither "openapi" nor "swagger"' : `it is of version ${JSON.stringify(text)}`;
  const at = show({ file: '', pointer: root.swagger === undefined ? '/openapi' : '/swagger' });
  throw new ImportError(`${at}: the document must be OpenAPI 2.0, 3.0 or 3.1; ${came}`);
}

/** @throws ImportError if the document has no paths that can be read */
export function listOperations(documents: DocumentSet): ListedOperation[] {
  const { root, show } = documents;
  const at: Place = { file: '', pointer: '/paths' };
  if (root.paths !== undefined && !isJsonObject(root.paths))
    throw new ImportError(`${show(at)}: "paths" must be an object`);
  return Object.entries(root.paths ?? {}).flatMap(([path, value]) => {
    const place = partOf(at, path);
    if (!path.startsWith('/')) return [];
    const shared = followPath(documents, value, place);
    return shared ? operationsOf(path, shared) : [];
  });
}

function followPath(
  documents: DocumentSet,
  value: unknown,
  place: Place,
): { readonly value: JsonObject; readonly place: Place } | undefined {
  let found: { readonly value: unknown; readonly place: Place } | undefined = { value, place };
  for (let step = 0; step < 20; step++) {
    if (!found || !isJsonObject(found.value)) return undefined;
    if (typeof found.value.$ref !== 'string') return { value: found.value, place: found.place };
    const target = documents.find(found.value.$ref, found.place);
    if (!target)
      throw new ImportError(`${documents.show(found.place)}: ${JSON.stringify(found.value.$ref)} leads nowhere`);
    found = target;
  }
  throw new ImportError(`${documents.show(place)}: the path refers to itself`);
}

function operationsOf(path: string, shared: ListedOperation['shared']): ListedOperation[] {
  return methods.flatMap((method) => {
    const value = shared.value[method];
    if (!isJsonObject(value)) return [];
    const tags = Array.isArray(value.tags) ? value.tags.filter((tag) => typeof tag === 'string') : [];
    const { operationId } = value;
    return [
      {
        method: method.toUpperCase() as ListedOperation['method'],
        path,
        value,
        place: partOf(shared.place, method),
        shared,
        tags,
        ...(typeof operationId === 'string' && operationId.trim() !== '' && { operationId }),
      },
    ];
  });
}

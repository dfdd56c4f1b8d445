/**
 * Notes parameters that are declared twice, and headers that readers must ignore by OpenAPI.
 */
import type { OperationReading } from './operation-reading.js';
import type { Part } from './resolve-part.js';

/** Spec: OpenAPI 3.1 Parameter Object, `name` */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Headers of the connection, which a client sets by itself. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'connection', 'transfer-encoding']);

/** Returns whether the parameter is a header that is never an argument. */
export function noteIgnored({ notices }: OperationReading, { value, place }: Part): boolean {
  const name = String(value.name).toLowerCase();
  if (value.in === 'header' && !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    notices.add('parameter-left-out', place, `${JSON.stringify(value.name ?? '')} is no name of a header`);
    return true;
  }
  if (value.in !== 'header' || !(ignoredHeaders.has(name) || ownHeaders.has(name))) return false;
  notices.add(
    'parameter-left-out',
    place,
    `the header ${JSON.stringify(value.name ?? '')} follows from the operation itself`,
  );
  return true;
}

/** Notes the second of two parameters with one place and name. */
export function noteDuplicates({ notices }: OperationReading, { value, place }: Part): void {
  notices.add('parameter-left-out', place, `${JSON.stringify(value.name ?? '')} is declared twice in one place`);
}

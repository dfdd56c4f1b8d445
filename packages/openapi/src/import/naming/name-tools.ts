/**
 * Names the tools of a plugin: unique in the whole plugin, at most 64 characters, and the same at each import.
 */
import type { ListedOperation } from '../operations/list-operations.js';
import { isReserved, Names } from './names.js';
import { camelCase, splitWords } from './words.js';

/** Characters of a tool's name, any suffix included. */
const longestName = 64;

/** Members of every object, and methods that the host calls: a tool of such a name would replace them. */
const memberNames = [
  ...[
    'constructor',
    'api',
    'start',
    'stop',
    'health',
    'carry',
    'toString',
    'toLocaleString',
    'valueOf',
    'toJSON',
    'then',
  ],
  ...['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
];

/** Names that an earlier import gave, by `GET /path`. */
export type KnownNames = ReadonlyMap<string, string>;

/** Returns the name of each operation. Those of an earlier import stay, so that a new operation never renames another. */
export function nameTools(
  operations: readonly ListedOperation[],
  known: KnownNames,
): ReadonlyMap<ListedOperation, string> {
  const names = new Names(memberNames);
  const kept = operations.filter((operation) => known.has(keyOf(operation)));
  const found = new Map<ListedOperation, string>();
  for (const operation of kept) {
    const name = known.get(keyOf(operation)) ?? '';
    if (!names.has(name)) found.set(operation, names.take([name], longestName));
  }
  for (const operation of operations) {
    if (!found.has(operation)) found.set(operation, names.take(candidatesFor(operation), longestName));
  }
  return found;
}

/** Returns the key of an operation: `GET /stations/{id}`. */
export function keyOf({ method, path }: Pick<ListedOperation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns the preferred name, then the same with the tag in front, then with method and path. */
function candidatesFor(operation: ListedOperation): string[] {
  const { operationId, tags, method, path } = operation;
  const own = operationId === undefined ? '' : camelCase(operationId);
  const fromPath = nameFromPath(method, path);
  const first = startWithLetter(own === '' ? fromPath : own);
  const tag = tags[0] ?? '';
  const tagged = splitWords(tag).length === 0 ? fromPath : camelCase(`${tag} ${splitWords(first).join(' ')}`);
  return [isReserved(first) ? `${first}Operation` : first, startWithLetter(tagged), startWithLetter(fromPath)];
}

/** Returns `getStationsById` for `GET /stations/{id}`. */
function nameFromPath(method: string, path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const words = parts.flatMap((part) => {
    const names = [...part.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    const plain = part.replace(/\{[^{}]*\}/g, ' ');
    return [...splitWords(plain), ...names.flatMap((name) => ['by', ...splitWords(name)])];
  });
  return camelCase([method.toLowerCase(), ...(words.length === 0 ? ['root'] : words)].join(' '));
}

function startWithLetter(name: string): string {
  return /^[A-Za-z]/.test(name) ? name : `call${name}`;
}

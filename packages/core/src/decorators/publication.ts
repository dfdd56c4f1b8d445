/**
 * Records with reflect-metadata that a method was published, so that binding can tell a stale manifest.
 *
 * Works for both decorator flavours. The records say nothing about names or types: the build is their only source.
 */
import { reflectMetadata } from './reflect-metadata.js';

/** What a method can be published as. */
export type PublicationKind = 'tool' | 'resource' | 'prompt' | 'completion';

/** Fits a method under `experimentalDecorators` and as a TC39 standard decorator. */
export interface MethodMarker {
  (target: object, key: string | symbol, descriptor: PropertyDescriptor): void;
  (method: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
}

const recordKey = Symbol.for('sigil:published');

// A standard decorator stores its record under `context.metadata`, which exists only where this symbol does.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** Makes the decorator that records `kind` and does nothing else. */
export function publicationMarker(kind: PublicationKind): MethodMarker {
  return (target: object, keyOrContext: string | symbol | ClassMethodDecoratorContext) => {
    if (typeof keyOrContext !== 'object') {
      addRecord(target, keyOrContext, kind);
      return;
    }
    // TypeScript leaves `metadata` undefined when the class was evaluated before this module; the method itself then holds it.
    const holder: object = keyOrContext.metadata ?? target;
    addRecord(holder, keyOrContext.name, kind);
  };
}

function addRecord(holder: object, key: string | symbol, kind: PublicationKind): void {
  const kinds: readonly PublicationKind[] = reflectMetadata().getOwnMetadata(recordKey, holder, key) ?? [];
  if (!kinds.includes(kind)) reflectMetadata().defineMetadata(recordKey, [...kinds, kind], holder, key);
}

/** What a class's own and inherited methods were published as, by method name. */
export function publicationsOf(
  pluginClass: abstract new (...args: never[]) => unknown,
): Map<string, readonly PublicationKind[]> {
  const found = new Map<string, readonly PublicationKind[]>();
  for (let prototype: object | null = pluginClass.prototype as object; prototype; prototype = parentOf(prototype)) {
    for (const key of Object.getOwnPropertyNames(prototype)) {
      const kinds = publicationOf(prototype, key);
      if (kinds && !found.has(key)) found.set(key, kinds);
    }
  }
  return found;
}

function parentOf(prototype: object): object | null {
  const parent: object | null = Object.getPrototypeOf(prototype);
  return parent === Object.prototype ? null : parent;
}

function publicationOf(prototype: object, key: string): readonly PublicationKind[] | undefined {
  const legacy = reflectMetadata().getOwnMetadata(recordKey, prototype, key);
  if (legacy) return legacy;

  const owner: unknown = (prototype as { constructor?: unknown }).constructor;
  if (typeof owner !== 'function') return undefined;
  const metadata: unknown = Reflect.get(owner, Symbol.for('Symbol.metadata'));
  if (typeof metadata === 'object' && metadata !== null)
    return reflectMetadata().getOwnMetadata(recordKey, metadata, key);

  const method: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.value;
  return typeof method === 'function' ? reflectMetadata().getOwnMetadata(recordKey, method, key) : undefined;
}

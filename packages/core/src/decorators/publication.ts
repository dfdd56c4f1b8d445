/**
 * Records with reflect-metadata that a method was published, so that binding can detect a stale manifest.
 *
 * Works for both decorator flavours. The records say nothing about names or types: the build is their only source.
 */
import type { PublicationKind } from '../model/publication.js';
import type { StandardSchema } from '../model/standard-schema.js';
import { reflectMetadata } from './reflect-metadata.js';

/** Fits a method under `experimentalDecorators` and as a TC39 standard decorator, whatever its `this:` parameter is. */
export interface MethodMarker {
  (target: object, key: string | symbol, descriptor: PropertyDescriptor): void;
  (method: (this: never, ...args: never[]) => unknown, context: MethodContext): void;
}

/** The required part of a standard decorator's context; the full type would also fix the type of `this`. */
export interface MethodContext {
  readonly kind: 'method';
  readonly name: string | symbol;
  readonly metadata?: object | undefined;
}

const recordKey = Symbol.for('sigil:published');

// A standard decorator stores its record under `context.metadata`, which exists only where this symbol does.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** The schemas in the options of a decorator, which a call needs as they are. */
export interface PublishedSchemas {
  readonly input?: StandardSchema | undefined;
  readonly output?: StandardSchema | undefined;
}

const schemasKey = Symbol.for('sigil:schemas');

/** Makes the decorator that records the schemas beside what `marker` records. */
export function schemaMarker(marker: MethodMarker, schemas: PublishedSchemas): MethodMarker {
  return (target: object, keyOrContext: string | symbol | MethodContext, descriptor?: PropertyDescriptor) => {
    const key = typeof keyOrContext === 'object' ? keyOrContext.name : keyOrContext;
    Reflect.apply(marker, undefined, [target, keyOrContext, descriptor]);
    reflectMetadata().defineMetadata(schemasKey, schemas, holderOf(target, keyOrContext), key);
  };
}

/** Returns the schemas of a published method, which may be inherited. */
export function schemasOf(pluginClass: AnyClass, method: string): PublishedSchemas | undefined {
  for (let prototype: object | null = prototypeOf(pluginClass); prototype; prototype = parentOf(prototype)) {
    const found = recordOf<PublishedSchemas>(schemasKey, prototype, method);
    if (found) return found;
  }
  return undefined;
}

/** Makes the decorator that records `kind` and does nothing else. */
export function publicationMarker(kind: PublicationKind): MethodMarker {
  return (target: object, keyOrContext: string | symbol | MethodContext) => {
    const key = typeof keyOrContext === 'object' ? keyOrContext.name : keyOrContext;
    addRecord(holderOf(target, keyOrContext), key, kind);
  };
}

/** Returns the object that keeps the record of a decorated method: one of `publicationHoldersOf` its class. */
export function holderOf(target: object, keyOrContext: string | symbol | MethodContext): object {
  // TypeScript leaves `metadata` undefined when the class was evaluated before this module; the record then goes on the method
  // itself.
  return typeof keyOrContext === 'object' ? (keyOrContext.metadata ?? target) : target;
}

function addRecord(holder: object, key: string | symbol, kind: PublicationKind): void {
  const kinds: readonly PublicationKind[] = reflectMetadata().getOwnMetadata(recordKey, holder, key) ?? [];
  if (!kinds.includes(kind)) reflectMetadata().defineMetadata(recordKey, [...kinds, kind], holder, key);
}

/** Returns every object that may hold a record of a class's methods, inherited ones included. */
export function publicationHoldersOf(pluginClass: AnyClass): Set<unknown> {
  const holders = new Set<unknown>();
  for (let prototype: object | null = prototypeOf(pluginClass); prototype; prototype = parentOf(prototype)) {
    holders.add(prototype).add(metadataOf(prototype));
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) holders.add(value);
  }
  return holders;
}

type AnyClass = abstract new (...args: never[]) => unknown;

function prototypeOf(pluginClass: AnyClass): object {
  return pluginClass.prototype as object;
}

/** Returns the kinds that a class's own and inherited methods were published as, by method name. */
export function publicationsOf(pluginClass: AnyClass): Map<string, readonly PublicationKind[]> {
  const found = new Map<string, readonly PublicationKind[]>();
  for (let prototype: object | null = prototypeOf(pluginClass); prototype; prototype = parentOf(prototype)) {
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
  return recordOf(recordKey, prototype, key);
}

/** Returns the record under `name`, of the type that its decorator wrote there. */
function recordOf<Value>(name: symbol, prototype: object, key: string): Value | undefined {
  const legacy = reflectMetadata().getOwnMetadata(name, prototype, key);
  if (legacy) return legacy;

  const metadata = metadataOf(prototype);
  if (metadata) return reflectMetadata().getOwnMetadata(name, metadata, key);

  const method: unknown = Object.getOwnPropertyDescriptor(prototype, key)?.value;
  return typeof method === 'function' ? reflectMetadata().getOwnMetadata(name, method, key) : undefined;
}

function metadataOf(prototype: object): object | undefined {
  const owner: unknown = (prototype as { constructor?: unknown }).constructor;
  if (typeof owner !== 'function') return undefined;
  const metadata: unknown = Reflect.get(owner, Symbol.for('Symbol.metadata'));
  return typeof metadata === 'object' && metadata !== null ? metadata : undefined;
}

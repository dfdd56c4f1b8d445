/**
 * The extensions that one server offers, with their methods and notifications by name.
 */
import type { Interceptor } from '../interceptors/interceptor.js';
import { notModifiedExtension, tasksExtensionId } from '../revisions/extensions.js';
import { defineExtension } from './define-extension.js';
import type { Extension, ExtensionMethod, ExtensionNotification } from './extension.js';

/** A method or a notification, and the extension that it belongs to. */
export interface Offered<Part> {
  readonly extension: Extension;
  readonly part: Part;
}

export interface OfferedExtensions {
  readonly all: readonly Extension[];
  readonly methods: ReadonlyMap<string, Offered<ExtensionMethod>>;
  readonly notifications: ReadonlyMap<string, Offered<ExtensionNotification>>;
  /** The functions around methods of MCP. */
  readonly wrappers: readonly Interceptor[];
}

/** Returns whether a request is one that may use an extension. */
export type MayWrap = (extension: Extension, request: Parameters<Interceptor['intercept']>[0]) => boolean;

/** The extensions that the package itself declares. */
const ofEveryServer: ReadonlySet<string> = new Set([notModifiedExtension, tasksExtensionId]);

/**
 * @param checksSchemas whether there is a compiler for the schemas of params
 * @throws TypeError for an invalid definition, for two that have the same id, method or notification, or without a needed compiler
 */
export function offerExtensions(
  all: readonly Extension[],
  checksSchemas: boolean,
  mayWrap: MayWrap,
): OfferedExtensions {
  const known = new Set<string>();
  const methods = new Map<string, Offered<ExtensionMethod>>();
  const notifications = new Map<string, Offered<ExtensionNotification>>();
  for (const extension of all) {
    const { id, methods: own = {}, notifications: sent = {} } = defineExtension(extension);
    if (known.has(id)) throw new TypeError(`two extensions have the id "${id}"`);
    if (ofEveryServer.has(id)) throw new TypeError(`extension "${id}": this server has it itself`);
    known.add(id);
    addAll(methods, extension, own);
    addAll(notifications, extension, sent);
    const parts = [...Object.values(own), ...Object.values(sent)];
    if (!checksSchemas && parts.some(({ params }) => params))
      throw new TypeError(`extension "${id}" checks params by a schema: the engine needs "compileSchema"`);
  }
  return { all, methods, notifications, wrappers: all.flatMap((extension) => wrappersOf(extension, mayWrap)) };
}

function addAll<Part>(
  known: Map<string, Offered<Part>>,
  extension: Extension,
  parts: Readonly<Record<string, Part>>,
): void {
  for (const [name, part] of Object.entries(parts)) {
    const other = known.get(name);
    if (other) throw new TypeError(`extensions "${other.extension.id}" and "${extension.id}" both have "${name}"`);
    known.set(name, { extension, part });
  }
}

/** Makes interceptors that leave the requests of other clients alone. */
function wrappersOf(extension: Extension, mayWrap: MayWrap): readonly Interceptor[] {
  return Object.entries(extension.wrap ?? {}).map(([method, wrap]) => ({
    name: extension.id,
    methods: [method],
    intercept: (request, next) => (mayWrap(extension, request) ? wrap(request, next) : next()),
  }));
}

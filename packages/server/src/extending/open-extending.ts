/**
 * The operator's code around the engines: extensions and interceptors, from the configuration and from the program that opens the server.
 * Loaded only where there is some.
 */
import type { EngineOptions, Extension, Interceptor } from '@sigil/core/engine';
import type { Configuration } from '../configuration/configuration.js';
import type { ServerLog } from '../log/server-log.js';

/** The part of an engine's options that the operator's code fills. */
export type ExtendedEngine = Pick<EngineOptions, 'extensions' | 'interceptors' | 'compileSchema'>;

/** Extensions and interceptors of a program. */
export interface OwnExtending {
  readonly extensions?: readonly Extension[] | undefined;
  /** They run outside of those in the configuration. */
  readonly interceptors?: readonly Interceptor[] | undefined;
}

/** The operator's code, while the server is open. */
export interface OpenExtending {
  readonly engine: ExtendedEngine;
  /** Loads all modules again. Never rejects. */
  reload(): Promise<void>;
  close(): void;
}

const nothing: OpenExtending = { engine: {}, reload: async () => undefined, close: () => undefined };

/** @throws ConfigurationError naming the file and the fault */
export async function openExtending(
  configuration: Pick<Configuration, 'extensions' | 'interceptors' | 'follow'>,
  log: Pick<ServerLog, 'note' | 'failure'>,
  own: OwnExtending = {},
): Promise<OpenExtending> {
  const { extensions = [], interceptors = [], follow } = configuration;
  const { extensions: ownExtensions = [], interceptors: ownInterceptors = [] } = own;
  if (extensions.length + interceptors.length + ownExtensions.length + ownInterceptors.length === 0) return nothing;
  const { compileCheck } = await import('../servers/check-json.js');
  const { openExtensions } = await import('./open-extensions.js');
  const { openInterceptors } = await import('./open-interceptors.js');
  const openedExtensions = await openExtensions(extensions, log);
  const openedInterceptors = await openInterceptors(interceptors, log);
  const opened = [openedExtensions, openedInterceptors].filter((it) => !it.isEmpty);
  if (follow) for (const modules of opened) modules.follow();
  const isIntercepted = interceptors.length + ownInterceptors.length > 0;
  const joinedExtensions = joined(ownExtensions, () => openedExtensions.current());
  return {
    engine: {
      extensions: openedExtensions.isEmpty ? ownExtensions : joinedExtensions,
      compileSchema: compileCheck,
      ...(isIntercepted ? { interceptors: joined(ownInterceptors, () => openedInterceptors.current()) } : {}),
    },
    reload: async () => void (await Promise.all(opened.map((modules) => modules.reload()))),
    close: () => opened.forEach((modules) => modules.close()),
  };
}

/** Returns one list for each list of `others`, so that the engine notices a change by identity. */
function joined<Part>(own: readonly Part[], others: () => readonly Part[]): () => readonly Part[] {
  if (own.length === 0) return others;
  let known: { readonly others: readonly Part[]; readonly all: readonly Part[] } | undefined;
  return () => {
    const now = others();
    if (known?.others !== now) known = { others: now, all: [...own, ...now] };
    return known.all;
  };
}

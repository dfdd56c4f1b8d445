/**
 * The keys of a configuration file that a program of one's own cannot set, each with the reason. They are refused, not ignored: a program
 * that passes `auth` must not serve everybody.
 */
import type { ConfigurationFile } from '../configuration/configuration-file.js';

type RefusedKeys = Readonly<Partial<Record<keyof ConfigurationFile, string>>>;

const isParameter = 'the folder is the first parameter';
const oneProcess = 'it is one process; start more of the program, or the program sigil-server';

/** The keys that `serve` refuses. */
export const refusedByServe = {
  pluginsFolder: isParameter,
  workers: oneProcess,
} as const satisfies RefusedKeys;

const listens = 'the framework listens';
const authenticates = 'the framework authenticates callers and passes them on: handler(request, { principal })';
const noPages = 'a handler has no pages';
const onlyHttp = 'a handler answers Streamable HTTP alone';

/** The keys that `openHandler` refuses. */
export const refusedByHandler = {
  pluginsFolder: isParameter,
  host: listens,
  port: listens,
  drainMs: listens,
  allowUnauthenticated: authenticates,
  auth: authenticates,
  trustedProxies: 'pass the address of the caller: handler(request, { address })',
  middleware: 'the framework has its own',
  sse: onlyHttp,
  ws: onlyHttp,
  streams: onlyHttp,
  strictLifecycle: onlyHttp,
  card: noPages,
  dashboard: noPages,
  metrics: noPages,
  metricsPort: noPages,
  sandboxUrl: noPages,
  store: 'the sessions of a handler are kept in its process',
  rollout: 'nothing is shared with other processes',
  workers: oneProcess,
  workerStartTimeoutMs: oneProcess,
  workerReplyTimeoutMs: oneProcess,
  workerEndTimeoutMs: oneProcess,
} as const satisfies RefusedKeys;

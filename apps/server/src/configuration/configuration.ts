/**
 * What the operator may decide: environment first, flags over it. One clear message names a key that does not fit.
 */

export interface Configuration {
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** Folder whose sub-folders are plugins. */
  readonly pluginsFolder: string;
  /** Rebuild plugins when their sources change, and swap them in. */
  readonly watch: boolean;
  /** Serve clients that know only the HTTP+SSE transport of 2024-11-05 too, at `/mcp/{server}/sse`. */
  readonly sse: boolean;
  /** Seals what modern clients carry between the rounds of a call; replicas share it. Undefined: each process makes its own. */
  readonly requestStateKey: Uint8Array | undefined;
  /** Serve one mount over standard input and output instead of HTTP. */
  readonly stdioMount: string | undefined;
}

/** A key with a value that cannot be served. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** As flags and environment give them: text, or nothing. */
export interface RawConfiguration {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly plugins?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly sse?: boolean | undefined;
  readonly stdio?: string | boolean | undefined;
  readonly allowUnauthenticated?: boolean | undefined;
}

/** Every environment variable that is read, with its default. */
export const environmentKeys = {
  MCP_HOST: '127.0.0.1',
  MCP_PORT: '3000',
  MCP_PLUGINS: 'the bundled plugins',
  MCP_SSE: 'false',
  MCP_ALLOW_UNAUTHENTICATED: 'false',
  MCP_REQUEST_STATE_KEY: 'made at each start; 32 bytes in base64, the same for all replicas',
} as const;

/** The mount that offers all plugins together. */
export const everythingMount = 'all';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** @throws ConfigurationError naming the key, what was expected and what came */
export function readConfiguration(
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
  bundledPlugins: string,
): Configuration {
  const host = flags.host ?? environment['MCP_HOST'] ?? environmentKeys.MCP_HOST;
  const isOpen = flags.allowUnauthenticated ?? environment['MCP_ALLOW_UNAUTHENTICATED'] === 'true';
  if (!loopbackHosts.has(host) && !isOpen) throw new ConfigurationError(exposureMessage(host));
  return {
    host,
    port: readPort(flags.port, environment['MCP_PORT']),
    pluginsFolder: flags.plugins ?? environment['MCP_PLUGINS'] ?? bundledPlugins,
    watch: flags.watch ?? false,
    sse: flags.sse ?? environment['MCP_SSE'] === 'true',
    requestStateKey: readStateKey(environment['MCP_REQUEST_STATE_KEY']),
    stdioMount: flags.stdio === true ? everythingMount : flags.stdio || undefined,
  };
}

function readPort(flag: string | undefined, variable: string | undefined): number {
  const text = flag ?? variable ?? environmentKeys.MCP_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  const key = flag === undefined ? 'MCP_PORT' : '--port';
  throw new ConfigurationError(`${key} must be a port from 0 to 65535, got "${text}"`);
}

function readStateKey(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length === 32) return key;
  // The key itself stays out of the message.
  throw new ConfigurationError(`MCP_REQUEST_STATE_KEY must be 32 bytes in base64, got ${key.length} bytes`);
}

function exposureMessage(host: string): string {
  return (
    `MCP_HOST "${host}" can be reached from other machines, and this server asks nobody who they are. ` +
    'Listen on 127.0.0.1, or say --allow-unauthenticated (MCP_ALLOW_UNAUTHENTICATED=true) if that is what you want'
  );
}

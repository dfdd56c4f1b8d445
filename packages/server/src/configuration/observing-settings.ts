/**
 * Reads the settings of observability: log, metrics, traces, audit trail.
 */
import { resolve } from 'node:path';
import { ConfigurationError } from './configuration-error.js';
import { readFlag } from './read-flag.js';
import { readTracing, type TracingConfiguration, type TracingFile } from './tracing-settings.js';

/** Everything is off by default except the text log. */
export interface ObservingConfiguration {
  /** `json`: lines of JSON instead of text for people. */
  readonly log: 'text' | 'json';
  /** Percentage of calls that the log records, from 0 to 100; `undefined` for none. */
  readonly accessLogPercent: number | undefined;
  /** Serve metrics for Prometheus at `/metrics`. */
  readonly metrics: boolean;
  /** A separate port for the metrics; `undefined` for the server's own port. */
  readonly metricsPort: number | undefined;
  /** Record the calls of the last hour for the page at `/dashboard`. */
  readonly dashboard: boolean;
  /** The calls to trace; `undefined` when tracing is off. */
  readonly tracing: TracingConfiguration | undefined;
  /** The file that the audit trail is appended to; undefined for none. */
  readonly auditFile: string | undefined;
  /** `strict`: a call that cannot be recorded is refused. */
  readonly auditMode: 'batched' | 'strict';
  /** Tools whose arguments are recorded, not only their hash: `server/tool`, or `server/*` for all of a server. */
  readonly auditArgumentsOf: readonly string[];
}

/** The members in a file. */
export type ObservingFile = TracingFile & {
  readonly [Key in Exclude<keyof ObservingConfiguration, 'tracing'>]?: ObservingConfiguration[Key];
};

/** @throws ConfigurationError naming the variable, what was expected and what came */
export function readObserving(environment: NodeJS.ProcessEnv, file: ObservingFile): ObservingConfiguration {
  const auditFile = environment['MCP_AUDIT_FILE'] || file.auditFile;
  const metricsPort = readMetricsPort(environment['MCP_METRICS_PORT']) ?? file.metricsPort;
  return {
    log: readChoice(['text', 'json'], 'MCP_LOG', environment) ?? file.log ?? 'text',
    accessLogPercent: readPercent(environment['MCP_ACCESS_LOG_PERCENT']) ?? file.accessLogPercent,
    metrics: readFlag('MCP_METRICS', environment) ?? file.metrics ?? metricsPort !== undefined,
    metricsPort,
    dashboard: readFlag('MCP_DASHBOARD', environment) ?? file.dashboard ?? true,
    tracing: readTracing(environment, file),
    auditFile: auditFile ? resolve(auditFile) : undefined,
    auditMode: readChoice(['batched', 'strict'], 'MCP_AUDIT_MODE', environment) ?? file.auditMode ?? 'batched',
    auditArgumentsOf: file.auditArgumentsOf ?? [],
  };
}

function readChoice<Choice extends string>(
  choices: readonly Choice[],
  key: string,
  environment: NodeJS.ProcessEnv,
): Choice | undefined {
  const value = environment[key];
  if (!value) return undefined;
  const known = choices.find((choice) => choice === value);
  if (known !== undefined) return known;
  throw new ConfigurationError(`${key} must be ${choices.map((it) => `"${it}"`).join(' or ')}, got "${value}"`);
}

function readMetricsPort(variable: string | undefined): number | undefined {
  if (!variable) return undefined;
  const port = /^\d{1,5}$/.test(variable) ? Number(variable) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigurationError(`MCP_METRICS_PORT must be a port from 0 to 65535, got "${variable}"`);
}

function readPercent(variable: string | undefined): number | undefined {
  if (!variable) return undefined;
  const percent = /^\d{1,3}$/.test(variable) ? Number(variable) : Number.NaN;
  if (percent <= 100) return percent;
  throw new ConfigurationError(`MCP_ACCESS_LOG_PERCENT must be a whole number from 0 to 100, got "${variable}"`);
}

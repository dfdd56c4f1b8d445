/**
 * Combines the observers of calls that the operator wants.
 */
import type { CallObserver } from '@sigil/core/engine';
import {
  combineObservers,
  openAccessLog,
  openAudit,
  openMetrics,
  type Audit,
  type Metrics,
  type Reading,
} from '@sigil/observe';
import type { Traces } from '@sigil/observe/traces';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ObservingConfiguration } from '../configuration/observing-settings.js';
import type { LogLevels } from '../log/log-levels.js';
import type { Redactor } from '../log/redact.js';
import type { LogSink, ServerLog } from '../log/server-log.js';
import { packageVersion } from '../package-version.js';
import type { Observation } from './observation.js';
import { observeLog } from './observe-log.js';
import { readServer } from './read-server.js';

/** The log for observers to write to and listen to. */
export interface ObservedLogParts {
  readonly log: ServerLog;
  readonly put: LogSink;
  readonly levels: LogLevels;
  readonly redactor: Redactor;
  /** Absent if no calls are traced. */
  readonly traces: Traces | undefined;
  /** Absent if no calls are recorded. */
  readonly recorder: CallObserver | undefined;
}

export function openCallObservers(
  configuration: ObservingConfiguration,
  { log, put, levels, redactor, traces, recorder }: ObservedLogParts,
): Pick<Observation, 'observer' | 'onUpstreamRequest' | 'log' | 'metrics' | 'audit' | 'serving' | 'close'> {
  const { metrics: hasMetrics, accessLogPercent } = configuration;
  let readings = (): readonly Reading[] => [];
  const metrics = hasMetrics ? openMetrics({ version: packageVersion, readings: () => readings() }) : undefined;
  const access = accessLogPercent === undefined ? undefined : openAccessObserver(put, levels, accessLogPercent);
  const audit = openTrail(configuration, log, redactor);
  return {
    observer: combineObservers(
      [recorder, metrics?.observer, traces?.observer, access, audit?.observer].filter((it) => it !== undefined),
    ),
    log: observeLog(log, metrics, audit),
    ...(metrics ? { metrics, onUpstreamRequest: countUpstreamRequests(metrics) } : {}),
    ...(audit ? { audit } : {}),
    serving(mounts, clients, shared) {
      readings = () => readServer(mounts, clients, shared);
    },
    async close() {
      metrics?.close();
      audit?.close();
      await traces?.close();
    },
  };
}

function countUpstreamRequests(metrics: Metrics): NonNullable<Observation['onUpstreamRequest']> {
  return (upstream, { method, outcome, seconds }) =>
    metrics.observe('mcp_client_operation_duration_seconds', seconds, { upstream, method, outcome });
}

function openAccessObserver(put: LogSink, levels: LogLevels, percent: number): CallObserver {
  return openAccessLog(
    ({ server, text, fields }) => put({ level: 'info', module: 'access', subject: server, text, fields }),
    { percent, isOn: () => levels.isOn('access', 'info') },
  );
}

function openTrail(
  { auditFile: file, auditMode: mode, auditArgumentsOf: argumentsOf }: ObservingConfiguration,
  log: ServerLog,
  { redact }: Redactor,
): Audit | undefined {
  if (file === undefined) return undefined;
  const onProblem = (error: unknown, lost: number): void => {
    const why = error instanceof Error ? error.message : 'an unknown error';
    log.problem('audit', `the audit trail cannot be written, ${lost} lines are lost so far: ${why}`);
  };
  try {
    return openAudit({ file, mode, argumentsOf, redact, onProblem });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'an unknown error';
    throw new ConfigurationError(`MCP_AUDIT_FILE or "auditFile": ${why}`, { cause });
  }
}

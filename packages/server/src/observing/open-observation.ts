/**
 * Opens the observability that the operator wants, and loads only that.
 */
import type { CallRecorder } from '@sigil/observe/dashboard';
import type { Traces } from '@sigil/observe/traces';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ObservingConfiguration } from '../configuration/observing-settings.js';
import type { Configuration } from '../configuration/configuration.js';
import type { LogLevels } from '../log/log-levels.js';
import { findSecrets, openRedactor, type Redactor } from '../log/redact.js';
import { openLog, textSink, type LogSink, type ServerLog } from '../log/server-log.js';
import { openLineBuffer, type LineBuffer } from './line-buffer.js';
import { packageVersion } from '../package-version.js';
import type { MetricsPort } from './open-metrics-port.js';
import type { Observation } from './observation.js';

/** The destination of the log. */
export interface LogTarget {
  /** Replaces the server's own log. */
  readonly log: ServerLog | undefined;
  /** Writes one line with its newline. */
  readonly write: (line: string) => void;
  readonly levels: LogLevels;
}

export async function openObservation(
  configuration: ObservingConfiguration & Pick<Configuration, 'adminToken' | 'host' | 'stdioMount'>,
  target: LogTarget,
): Promise<Observation> {
  const { levels } = target;
  const redactor = openRedactor([...findSecrets(process.env), configuration.adminToken ?? '']);
  const lines = openLineBuffer(target.write);
  const put = await openSink(configuration.log, lines, levels, redactor);
  const log = target.log ?? openLog(put);
  const { metrics: hasMetrics, accessLogPercent, auditFile, dashboard, stdioMount } = configuration;
  const traces = await openCallTraces(configuration, log);
  // Over stdio there are no pages.
  const recorder = dashboard && stdioMount === undefined ? await openRecorder() : undefined;
  const marking = recorder ? markedLog(log, recorder) : log;
  const rest = { log: marking, levels, redactor, recorder };
  if (!hasMetrics && accessLogPercent === undefined && auditFile === undefined && !traces)
    return { ...rest, observer: recorder, serving: () => undefined, close: async () => lines.flush() };
  const { openCallObservers } = await import('./call-observers.js');
  const observers = openCallObservers(configuration, { log: marking, put, levels, redactor, traces, recorder });
  const port = await openPort(configuration, observers, log);
  const close = async (): Promise<void> => {
    await port?.close();
    await observers.close();
    lines.flush();
  };
  return { ...rest, ...observers, close };
}

/** @throws ListenError when the port cannot be opened; then nothing stays open */
async function openPort(
  { metricsPort: port, host }: Pick<Configuration, 'metricsPort' | 'host'>,
  { metrics, close }: Pick<Observation, 'metrics' | 'close'>,
  log: ServerLog,
): Promise<MetricsPort | undefined> {
  if (port === undefined || !metrics) return undefined;
  const { openMetricsPort } = await import('./open-metrics-port.js');
  try {
    const opened = await openMetricsPort(metrics, { host, port }, log);
    log.note('metrics', `are at ${opened.url}`);
    return opened;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loaded only for the dashboard. */
async function openRecorder(): Promise<CallRecorder> {
  const { CallRecorder } = await import('@sigil/observe/dashboard');
  return new CallRecorder();
}

/** Marks builds in the recorder when they replace others. */
function markedLog(log: ServerLog, recorder: Pick<CallRecorder, 'mark'>): ServerLog {
  return {
    ...log,
    hostEvent(plugin, event) {
      if (event.kind === 'swapped' && event.generation > 1) recorder.mark(plugin, event.manifest.plugin.version);
      log.hostEvent(plugin, event);
    },
  };
}

/** Loads OpenTelemetry code only if calls are traced. */
async function openCallTraces({ tracing }: ObservingConfiguration, log: ServerLog): Promise<Traces | undefined> {
  if (!tracing || (tracing.url === undefined && !hasOwnTracing())) return undefined;
  const { openTraces } = await import('@sigil/observe/traces');
  const { url, ...sampling } = tracing;
  const onLost = (lost: number, why: string): void =>
    log.problem('traces', `spans cannot be sent, ${lost} are lost so far: ${why}`);
  try {
    return openTraces({ url, sampling, service: { name: 'sigil', version: packageVersion }, onLost });
  } catch (cause) {
    throw new ConfigurationError(cause instanceof Error ? cause.message : 'traces cannot be sent', { cause });
  }
}

/** Returns whether the embedding program has set up OpenTelemetry itself. */
function hasOwnTracing(): boolean {
  const globals = (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')];
  return typeof globals === 'object' && globals !== null && 'trace' in globals;
}

async function openSink(
  form: ObservingConfiguration['log'],
  lines: LineBuffer,
  levels: LogLevels,
  { redact }: Redactor,
): Promise<LogSink> {
  const openSinkOn = form === 'json' ? await loadJsonSink() : textSink;
  const now = openSinkOn((line) => lines.write(line));
  const soon = openSinkOn((line) => lines.writeSoon(line));
  return (entry) => {
    if (!levels.isOn(entry.module, entry.level)) return;
    // Lines about calls are frequent, and hold only names of the catalog and numbers.
    if (entry.module === 'access') soon(entry);
    else now({ ...entry, text: redact(entry.text) });
  };
}

/** Loaded only for JSON logs. */
async function loadJsonSink(): Promise<typeof textSink> {
  const { openJsonLines } = await import('@sigil/observe/json-lines');
  return (write) => {
    const line = openJsonLines(write);
    return ({ level, module, subject, text, fields }) => line({ level, text, fields: { module, subject, ...fields } });
  };
}

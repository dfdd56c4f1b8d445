/**
 * Opens what the operator wants to be observed; nothing that is off is loaded.
 */
import type { ObservingConfiguration } from '../configuration/observing.js';
import type { Configuration } from '../configuration/configuration.js';
import { LogLevels } from '../log/log-levels.js';
import { findSecrets, openRedactor, type Redactor } from '../log/redact.js';
import { openLog, textSink, type LogSink, type ServerLog } from '../log/server-log.js';
import type { Observation } from './observation.js';

/** Where the log goes. */
export interface LogTarget {
  /** In place of a log of ours. */
  readonly log: ServerLog | undefined;
  /** Takes one line with its newline. */
  readonly write: (line: string) => void;
}

export async function openObservation(
  configuration: ObservingConfiguration & Pick<Configuration, 'adminToken'>,
  target: LogTarget,
): Promise<Observation> {
  const levels = new LogLevels();
  const redactor = openRedactor([...findSecrets(process.env), configuration.adminToken ?? '']);
  const put = await openSink(configuration.log, target.write, { levels, redactor });
  const log = target.log ?? openLog(put);
  const { metrics: hasMetrics, accessLogPercent, auditFile } = configuration;
  const rest = { log, levels, redactor };
  if (!hasMetrics && accessLogPercent === undefined && auditFile === undefined)
    return { ...rest, serving: () => undefined, close: () => undefined };
  const { openCallObservers } = await import('./call-observers.js');
  return { ...rest, ...openCallObservers(configuration, { log, put, levels, redactor }) };
}

async function openSink(
  form: ObservingConfiguration['log'],
  write: (line: string) => void,
  { levels, redactor: { redact } }: { readonly levels: LogLevels; readonly redactor: Redactor },
): Promise<LogSink> {
  const sink = form === 'json' ? await openJsonSink(write) : textSink(write);
  return (entry) => {
    if (levels.isOn(entry.module, entry.level)) sink({ ...entry, text: redact(entry.text) });
  };
}

/** Loaded only where the operator wants JSON. */
async function openJsonSink(write: (line: string) => void): Promise<LogSink> {
  const { openJsonLines } = await import('@sigil/observe/json-lines');
  const line = openJsonLines(write);
  return ({ level, module, subject, text, fields }) => line({ level, text, fields: { module, subject, ...fields } });
}

/**
 * The log of the running server for its operator: single lines on standard error, so that standard output stays free.
 */
import { describeThrown } from '@sigil/core/building';
import type { Fault } from '@sigil/core/engine';
import { mapStack, type BootReport, type HostEvent, type LinkEvent } from '@sigil/plugin-host';
import type { LogFields } from '@sigil/observe/json-lines';
import type { LogModule } from './log-levels.js';
import { onStderr } from './paint.js';

/** The log as transports and pages see it. */
export interface ServingLog {
  /** Returns the function that logs the faults of one server. */
  faultsOf(server: string): (fault: Fault) => void;
  /** Logs an error of the server itself. */
  failure(subject: string, error: unknown): void;
}

/** The whole log of the server. */
export interface ServerLog extends ServingLog {
  /** Logs useful information. */
  note(subject: string, text: string): void;
  /** Logs a problem that needs attention. */
  problem(subject: string, text: string): void;
  hostEvent(plugin: string, event: HostEvent): void;
}

/** One line of the log. */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly module: LogModule;
  /** A server, a plugin, or a part of this server. */
  readonly subject: string;
  readonly text: string;
  readonly fields?: LogFields;
}

/** Takes one line. */
export type LogSink = (entry: LogEntry) => void;

/** A log of lines for people. @param write takes one line with its newline */
export function openServerLog(write: (line: string) => void): ServerLog {
  return openLog(textSink(write));
}

/** Lines for people. */
export function textSink(write: (line: string) => void): LogSink {
  return ({ level, subject, text }) => {
    const paint = level === 'info' ? onStderr.cyan : onStderr.red;
    write(`${paint(subject)} ${text}\n`);
  };
}

/** A log whose lines go to a sink. */
export function openLog(put: LogSink): ServerLog {
  const note = (subject: string, text: string): void => put({ level: 'info', module: 'server', subject, text });
  const problem = (subject: string, text: string): void => put({ level: 'error', module: 'server', subject, text });
  const served = new Set<string>();
  return {
    note,
    problem,
    faultsOf:
      (server) =>
      ({ during, error, incident }) => {
        const text = `${during} failed${incident === undefined ? '' : ` (incident ${incident})`}: ${describe(error)}`;
        put({ level: 'error', module: 'calls', subject: server, text, fields: { incident } });
      },
    failure: (subject, error) => problem(subject, describe(error)),
    hostEvent(plugin, event) {
      const isFirst = event.kind === 'swapped' && !served.has(plugin);
      if (event.kind === 'swapped') served.add(plugin);
      if (isFirst) return; // the first components of a plugin are not a change
      const [kind, text] = describeEvent(event);
      const fields = { event: event.kind };
      if (kind !== 'silent')
        put({ level: kind === 'note' ? 'info' : 'error', module: 'plugins', subject: plugin, text, fields });
    },
  };
}

/** Returns `silent` for an event that another event repeats. */
function describeEvent(event: HostEvent): readonly ['note' | 'problem' | 'silent', string] {
  switch (event.kind) {
    case 'booted':
      return event.report.outcome === 'serving' ? ['note', describeBoot(event.report)] : ['silent', ''];
    case 'activated':
      return describeActivation(event.report);
    case 'swapped':
      return event.changed.size > 0 ? ['note', `offers other ${[...event.changed].join(' and ')}`] : ['silent', ''];
    case 'carried':
      return describeCarried(event);
    case 'draining':
      return ['note', `generation ${event.generation} runs on for ${countCalls(event.calls)} that began on it`];
    case 'drain-aborted':
      return [
        'problem',
        `generation ${event.generation} ends: ${countCalls(event.calls)} aborted (limit ${event.limit})`,
      ];
    case 'drained':
      return ['note', `generation ${event.generation} has ended, ${event.tookMs} ms after it was replaced`];
    case 'link':
      return describeLinkEvent(event.event);
    default:
      return ['problem', describe(event.error)];
  }
}

function countCalls(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}

/** Lost state is a problem, although the plugin serves. */
function describeCarried({
  parts,
  failures,
}: Extract<HostEvent, { kind: 'carried' }>): readonly ['note' | 'problem', string] {
  const lost = failures.map(({ part, why }) => `${part} begins with fresh state: ${why}`);
  const kept = parts.length > 0 ? [`${parts.join(', ')} took over the state of the version before`] : [];
  return [lost.length > 0 ? 'problem' : 'note', [...lost, ...kept].join('; ')];
}

function describeActivation({ error, durationMs, steps }: BootReport): readonly ['note' | 'problem', string] {
  if (!error) return ['note', `is used for the first time, up in ${Math.round(durationMs)} ms (${timesOf(steps)})`];
  return ['problem', `could not be brought up for its first use, and will be tried again: ${describe(error)}`];
}

function describeBoot({ version, durationMs, steps }: BootReport): string {
  return `serves version ${version ?? '?'}, up in ${Math.round(durationMs)} ms (${timesOf(steps)})`;
}

function timesOf(steps: BootReport['steps']): string {
  return steps.map((it) => `${it.step} ${Math.round(it.durationMs)}`).join(', ');
}

function describeLinkEvent(event: LinkEvent): readonly ['note' | 'problem', string] {
  if (event.kind === 'printed') return ['note', event.text];
  if (event.kind === 'restarted') return ['note', 'was restarted'];
  return ['problem', describe(event.error)];
}

/** Errors whose message is enough. */
const plainNames: ReadonlySet<string> = new Set(['PluginError', 'ConfigurationError', 'McpsError', 'ForbiddenCaller']);

/** Joins the messages of the error and its causes; adds a stack only when the fault may be in an author's code. */
function describe(error: unknown): string {
  return mapStack(describeThrown(error, { withStack: (it) => !plainNames.has(it.name) && !('code' in it) }));
}

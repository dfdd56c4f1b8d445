/**
 * What the running server tells its operator: one line each, on standard error, so that standard output stays free.
 */
import type { Fault } from '@sigil/core';
import type { HostEvent } from '@sigil/plugin-host';
import { onStderr } from './paint.js';

export interface ServerLog {
  /** Something worth knowing. */
  note(subject: string, text: string): void;
  /** Something to look after. */
  problem(subject: string, text: string): void;
  fault(mount: string, fault: Fault): void;
  hostEvent(plugin: string, event: HostEvent): void;
}

/** @param write takes one line with its newline */
export function openServerLog(write: (line: string) => void): ServerLog {
  const note = (subject: string, text: string): void => write(`${onStderr.cyan(subject)} ${text}\n`);
  const problem = (subject: string, text: string): void => write(`${onStderr.red(subject)} ${text}\n`);
  const known = new Set<string>();
  return {
    note,
    problem,
    fault: (mount, { during, error }) => problem(mount, `${during} failed: ${describe(error)}`),
    hostEvent(plugin, event) {
      if (event.kind !== 'swapped') {
        problem(plugin, describe(event.error));
        return;
      }
      const change = known.has(plugin) ? describeChange(event.changed) : '';
      known.add(plugin);
      note(plugin, `serves version ${event.manifest.plugin.version}${change}`);
    },
  };
}

function describeChange(changed: ReadonlySet<string>): string {
  return changed.size === 0 ? ', with new code' : `, with other ${[...changed].join(' and ')}`;
}

/** The message with those of its causes; a stack only where the fault may be in somebody's code. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\n  because: ${describe(error.cause)}`;
  const isPlain = error.name === 'PluginError' || 'code' in error;
  return (isPlain ? error.message : (error.stack ?? error.message)) + cause;
}

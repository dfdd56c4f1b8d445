/**
 * Logs calls: each one that failed, and a sample of the others.
 */
import type { CallEnd, CallObserver } from '@sigil/core/engine';
import { methodOf, nameOf } from '../named-component.js';
import { readTraceParent } from '../traces/trace-parent.js';
import type { LogFields } from './json-lines.js';

/** One call that has ended. Contains no argument, URI, session or result. */
export interface AccessEntry {
  readonly server: string;
  /** Text for people: `tools/call forecast ok 1.2 ms`. */
  readonly text: string;
  readonly fields: LogFields;
}

/** Selects the calls to log. */
export interface AccessLogOptions {
  /** Share of the successful calls to log, from 0 to 100. */
  readonly percent: number;
  /** Returns whether the log is read now. */
  readonly isOn?: () => boolean;
  readonly random?: () => number;
}

export function openAccessLog(
  tell: (entry: AccessEntry) => void,
  { percent, isOn = () => true, random = Math.random }: AccessLogOptions,
): CallObserver {
  return {
    began(call) {
      if (!isOn()) return undefined;
      const startedAt = performance.now();
      const isChosen = random() * 100 < percent;
      return {
        ended({ outcome, problem }) {
          if (!isChosen && !isFailure(outcome)) return;
          const durationMs = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
          const server = call.server.info.name;
          const method = methodOf(call);
          const name = nameOf(call);
          const traceId = readTraceParent(call.meta)?.traceId;
          const target = name === '' ? method : `${method} ${name}`;
          const end = problem === undefined ? outcome : `${outcome} ${problem}`;
          const fields = { server, method, name: name || undefined, outcome, problem, durationMs, traceId };
          tell({ server, text: `${target} ${end} ${durationMs} ms`, fields });
        },
      };
    },
  };
}

function isFailure(outcome: CallEnd['outcome']): boolean {
  return outcome === 'error' || outcome === 'tool-error';
}

/**
 * Passes the progress and the log messages of a call, as the upstream server reports them, to the call's client.
 */
import type { Context } from '@sigil/core';
import { isLogLevel } from '@sigil/core/catalog';
import type { WireMessage } from '@sigil/client/internal';

/** Passes a report of the running call on to its client. */
export function reportToClient(context: Context, { method, params }: WireMessage): void {
  if (method === 'notifications/progress') {
    const { progress, total, message } = params;
    if (typeof progress !== 'number') return;
    void context.reportProgress(
      progress,
      typeof total === 'number' ? total : undefined,
      typeof message === 'string' ? message : undefined,
    );
  }
  if (method === 'notifications/message') {
    const { level, data, logger } = params;
    if (!isLogLevel(level)) return;
    void context.log(level, data ?? null, typeof logger === 'string' ? logger : undefined);
  }
}

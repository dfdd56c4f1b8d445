/**
 * Serves the metrics on a separate port, which need not be open to the server's clients.
 */
import { Clients } from '@sigil/core/engine';
import type { Metrics } from '@sigil/observe';
import Koa from 'koa';
import type { Configuration } from '../configuration/configuration.js';
import type { ServerLog } from '../log/server-log.js';
import { reportErrors } from '../log/report-errors.js';
import { routeMetrics } from './metrics-routes.js';

/** The open port. The code that opens it closes it. */
export interface MetricsPort {
  /** The URL of the metrics. */
  readonly url: string;
  close(): Promise<void>;
}

/** @throws ListenError when the port cannot be opened */
export async function openMetricsPort(
  metrics: Pick<Metrics, 'write'>,
  { host, port }: Pick<Configuration, 'host' | 'port'>,
  log: Pick<ServerLog, 'failure'>,
): Promise<MetricsPort> {
  // A server over stdio has not loaded any HTTP code.
  const { openHttpServer } = await import('@sigil/transport-http');
  const app = new Koa().use(routeMetrics((form) => metrics.write(form)));
  reportErrors(app, (error) => log.failure('metrics', error));
  const answer = app.callback();
  const fallback = (...exchange: Parameters<typeof answer>): void => void answer(...exchange);
  const http = await openHttpServer({ endpoints: new Map(), fallback, host, port, clients: new Clients() });
  return { url: `${http.url}/metrics`, close: () => http.close({ graceMs: 0 }) };
}

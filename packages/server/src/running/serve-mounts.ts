/**
 * Serves mounts over standard input and output or over HTTP, until the request to stop, and closes everything in order.
 */
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { serveOverHttp } from './serve-over-http.js';
import { serveOverStdio } from './serve-over-stdio.js';
import type { CloseOptions, RunningServer, Serving, ServingParts } from './running-server.js';

/** Longer than a proxy with a few calls a second leaves connections unused. At most `closeGraceMs`, which is meant to bound a stop. */
export const idleWhenStoppedMs = 5_000;
/** A connection used within this time moves to the successor after its next answer; closing it earlier could lose a request in transit. */
const movingMs = 1_500;

/** Opens the transports of the mounts. */
export type Serve<Served extends Serving> = (
  mounts: ServedMounts,
  configuration: ServingConfiguration,
  parts: ServingParts,
) => Promise<Served>;

/** A running server, and its transports. */
export interface ServingServer<Served extends Serving> extends RunningServer {
  readonly serving: Served;
}

/**
 * Serves over standard input and output if the parts have streams, otherwise over HTTP.
 *
 * @throws ConfigurationError when the mount for stdio does not exist; ListenError when the port cannot be opened
 */
export const serveConfigured: Serve<Serving> = (mounts, configuration, parts) =>
  parts.streams
    ? serveOverStdio(mounts, configuration, parts.streams, parts)
    : serveOverHttp(mounts, configuration, parts);

/** @throws the error of `serve` */
export async function serveMounts<Served extends Serving>(
  mounts: ServedMounts,
  configuration: ServingConfiguration,
  parts: ServingParts,
  serve: Serve<Served>,
): Promise<ServingServer<Served>> {
  const serving = await serve(mounts, configuration, parts);
  let closing: Promise<void> | undefined;
  const close = async ({ isReplaced = false, idleMs = 0 }: CloseOptions = {}): Promise<void> => {
    for (const end of parts.closers) end();
    const { drainMs = 0, closeGraceMs = idleWhenStoppedMs } = configuration;
    await (isReplaced ? serving.moveOver(Math.max(drainMs, movingMs)) : serving.drain(drainMs));
    // Only a store outlives this process and its workers: without one, clients must be sent the ends of their tasks here.
    const isLast = !isReplaced && configuration.store === undefined;
    if (isLast) await serving.finishTasks(isLast);
    await Promise.all([
      serving.close(isReplaced ? movingMs : Math.min(idleMs, closeGraceMs)),
      isLast ? undefined : serving.finishTasks(isLast),
    ]);
    await mounts.close();
    if (isReplaced) await serving.handOver();
    await parts.store?.close();
    await parts.observation.close();
  };
  return {
    serving,
    url: serving.url,
    ended: serving.ended,
    get servers() {
      return mounts.shown;
    },
    reload: parts.reload,
    close: (options) => (closing ??= close(options)),
  };
}

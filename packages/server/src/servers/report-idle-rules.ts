/**
 * Reports the operator's access rules that match nothing: a misspelt name would leave a component open.
 */
import { describeIdleRules } from '../authentication/access-rules.js';
import type { ServerEnvironment, ServerSource } from './open-server-source.js';

/** Milliseconds to wait for the lists of upstreams before the rules are checked without them. */
const usualPatienceMs = 30_000;

/**
 * Reports once, when the lists of all servers have been read or the waiting time is over.
 *
 * @param servers by name
 * @returns a function that stops waiting
 */
export function reportIdleRules(
  servers: ReadonlyMap<string, Pick<ServerSource, 'source'>>,
  { access, report }: Pick<ServerEnvironment, 'access' | 'report'>,
  patienceMs = usualPatienceMs,
): () => void {
  const stops: (() => void)[] = [];
  const stop = (): void => stops.forEach((it) => it());
  if (!access) return stop;
  const unread = (): readonly string[] =>
    [...servers].filter(([, { source }]) => source.current().isPending).map(([name]) => name);
  const tell = (): void => {
    stop();
    const catalogs = [...servers.values()].map(({ source }) => source.current());
    for (const idle of describeIdleRules(access, catalogs, unread())) report(idle);
  };
  const tellOnceRead = (): void => {
    if (unread().length === 0) tell();
  };
  if (unread().length > 0) {
    const timer = setTimeout(tell, patienceMs).unref();
    stops.push(() => clearTimeout(timer), ...[...servers.values()].map(({ source }) => source.onChange(tellOnceRead)));
  }
  tellOnceRead();
  return stop;
}

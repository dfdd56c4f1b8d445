/**
 * Reports the operator's rules that name nothing that is served: a slip in a name would leave a component open.
 */
import { describeIdleRules } from '../authentication/with-access.js';
import type { ServerEnvironment, ServerSource } from './open-server-source.js';

/** Milliseconds that upstreams have to be read, before the rules are held against what there is without them. */
const usualPatienceMs = 30_000;

/**
 * Reports once: when the lists of all servers were read, or when those that are missing have had their time.
 *
 * @param servers by name
 * @returns stops waiting for them
 */
export function tellIdleRules(
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

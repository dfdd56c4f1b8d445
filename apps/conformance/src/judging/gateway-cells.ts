/**
 * The routes to the fixture through the gateway, and the checks with other results there than directly.
 */
import type { Finding, Verdict } from './verdict.js';

/** One upstream of the gateway, and the name of its server there: the last part of its address, for legacy clients. */
export interface GatewayCell {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  readonly transport: 'HTTP' | 'SSE pair' | 'stdio';
}

/** The upstreams; the SSE pair belongs to the first revision, so it has no modern era. */
export const gatewayCells: readonly GatewayCell[] = [
  { name: 'legacy-http', era: 'legacy', transport: 'HTTP' },
  { name: 'legacy-sse', era: 'legacy', transport: 'SSE pair' },
  { name: 'legacy-stdio', era: 'legacy', transport: 'stdio' },
  { name: 'modern-http', era: 'modern', transport: 'HTTP' },
  { name: 'modern-stdio', era: 'modern', transport: 'stdio' },
];

/**
 * Returns the name of the gateway's server for clients of that era.
 *
 * A legacy upstream asks over a pipe without naming the call. Stateless clients leave calls open there, so the asking call
 * would be ambiguous: such an upstream has a separate server for them, with a session for each call that may ask.
 */
export function serverFor(cell: GatewayCell, client: 'legacy' | 'modern'): string {
  return client === 'modern' && isPipeOfOld(cell) ? `${cell.name}-per-client` : cell.name;
}

/** Returns whether the upstream uses one connection, in an era in which its questions name no call. */
export function isPipeOfOld({ era, transport }: GatewayCell): boolean {
  return era === 'legacy' && transport !== 'HTTP';
}

/**
 * Returns whether calls start programs during the run: an abandoned call keeps its session, and the next one needs another. A
 * program takes about 320 ms of one core to start and the suite allows that call 600 ms, so nothing else may run meanwhile.
 */
export function startsPrograms(cell: GatewayCell, client: 'legacy' | 'modern'): boolean {
  return client === 'modern' && isPipeOfOld(cell) && cell.transport === 'stdio';
}

/** One route through the gateway, as a client of one era, and the results with and without it. */
export interface CellVerdicts {
  readonly cell: GatewayCell;
  readonly client: 'legacy' | 'modern';
  readonly through: Verdict;
  readonly direct: Verdict;
}

/**
 * @returns checks that pass directly and not through the gateway (they fail, warn or are not made), and checks that only fail there
 */
export function findLost({ through, direct }: Pick<CellVerdicts, 'through' | 'direct'>): readonly Finding[] {
  const passed = through.successes.map(keyOf);
  const others = new Map([...through.warnings, ...through.failures].map((it) => [keyOf(it), it]));
  const missed = direct.successes.filter((it) => {
    const at = passed.indexOf(keyOf(it));
    if (at >= 0) passed.splice(at, 1);
    return at < 0;
  });
  const known = new Set([...missed, ...direct.failures].map(keyOf));
  return [
    ...missed.map((it) => others.get(keyOf(it)) ?? { ...it, message: 'the check was not made' }),
    ...through.failures.filter((it) => !known.has(keyOf(it))),
  ];
}

function keyOf({ scenario, check }: Finding): string {
  return `${scenario}/${check}`;
}

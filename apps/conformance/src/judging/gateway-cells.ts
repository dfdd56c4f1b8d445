/**
 * The ways on which the fixture is reached through the gateway, and what the older wire has no words for.
 */
import type { Finding, Verdict } from './verdict.js';

/** One upstream of the gateway: a server of it, whose name is the last part of its address. */
export interface GatewayCell {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  readonly transport: 'HTTP' | 'SSE pair' | 'stdio';
}

/** The SSE pair is of the first revision and knows no modern era. */
export const gatewayCells: readonly GatewayCell[] = [
  { name: 'legacy-http', era: 'legacy', transport: 'HTTP' },
  { name: 'legacy-sse', era: 'legacy', transport: 'SSE pair' },
  { name: 'legacy-stdio', era: 'legacy', transport: 'stdio' },
  { name: 'modern-http', era: 'modern', transport: 'HTTP' },
  { name: 'modern-stdio', era: 'modern', transport: 'stdio' },
];

/** Checks that pass directly and cannot pass on some of the ways. */
interface Untranslatable {
  readonly client: 'legacy' | 'modern';
  readonly checks: readonly string[];
  /** Tells the ways on which they cannot. */
  isOn(cell: GatewayCell): boolean;
  readonly why: string;
}

const isLegacy = ({ era }: GatewayCell): boolean => era === 'legacy';

/** Everything here must be missed where it is said to be: an entry that passes fails the run, so that the list only shrinks. */
export const untranslatable: readonly Untranslatable[] = [
  {
    client: 'legacy',
    checks: ['server-sse-priming-event', 'server-sse-retry-field', 'server-sse-disconnect-resume'],
    isOn: ({ name }) => name !== 'legacy-http',
    why: 'made once the upstream lets go of the stream of a call, which only a legacy upstream over HTTP can',
  },
  {
    client: 'modern',
    checks: ['sep-2322-elicitation-incomplete', 'sep-2322-elicitation-complete', 'sep-2322-ignore-unexpected-params'],
    isOn: isLegacy,
    why: 'want the key that the author gave the question, and a legacy question has none',
  },
  {
    client: 'modern',
    checks: ['sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400'],
    isOn: isLegacy,
    why: 'legacy revisions have no error for a missing capability, so the tool says it in words',
  },
  {
    client: 'modern',
    checks: ['sep-2663-mrtr-synchronous-before-task-creation'],
    isOn: isLegacy,
    why: 'wants a call that asks first and becomes a task then, and a legacy call is a task from its beginning or never',
  },
];

/** The checks of a cell that pass directly and not through the gateway, apart: those that nobody explains, and the others. */
export interface CellFailures {
  readonly lost: readonly Finding[];
  readonly explained: readonly Finding[];
  /** Entries of the list that passed, although they cannot. */
  readonly stale: readonly string[];
}

/** One way through the gateway, as a client of one era, and what was found on it and without it. */
export interface CellVerdicts {
  readonly cell: GatewayCell;
  readonly client: 'legacy' | 'modern';
  readonly through: Verdict;
  readonly direct: Verdict;
}

/** A check that fails through the gateway, that is only warned of there, or that is not made at all has not passed. */
export function judgeCell({ cell, client, through, direct }: CellVerdicts): CellFailures {
  const missed = findMissed(through, direct);
  const entries = untranslatable.filter((entry) => entry.client === client && entry.isOn(cell));
  const expected = new Set(entries.flatMap(({ checks }) => checks));
  return {
    lost: missed.filter(({ check }) => !expected.has(check)),
    explained: missed.filter(({ check }) => expected.has(check)),
    stale: [...expected].filter((check) => !missed.some((it) => it.check === check)),
  };
}

function findMissed(through: Verdict, direct: Verdict): readonly Finding[] {
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

/**
 * The ways on which the fixture is reached through the gateway, and what the older wire has no words for.
 */
import type { Finding } from './verdict.js';

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

/** A check that only a client of the modern era makes, and that no legacy upstream can be made to pass. */
interface Untranslatable {
  readonly check: string;
  readonly why: string;
}

/** Everything here must fail where it can: an entry that passes fails the run, so that the list only shrinks. */
export const untranslatable: readonly Untranslatable[] = [
  {
    check: 'sep-2322-elicitation-incomplete',
    why: 'wants the key that the author gave the question, and a legacy question has none',
  },
  {
    check: 'sep-2575-server-rejects-undeclared-capability',
    why: 'legacy revisions have no error for a missing capability, so the tool says it in words',
  },
  {
    check: 'sep-2575-missing-capability-http-400',
    why: 'the HTTP status of the same error',
  },
  {
    check: 'sep-2663-mrtr-synchronous-before-task-creation',
    why: 'wants a call that asks first and becomes a task then, and a legacy call is a task from its beginning or never',
  },
];

/** A cell's failing checks, apart: those that the older wire explains, and those that the gateway has to. */
export interface CellFailures {
  readonly lost: readonly Finding[];
  readonly explained: readonly Finding[];
  /** Entries of the list that passed, although they cannot. */
  readonly stale: readonly string[];
}

/** @param direct the findings of the same run without the gateway: what fails there is none of its faults */
export function judgeCell(
  { era, isModernClient }: { era: GatewayCell['era']; isModernClient: boolean },
  through: readonly Finding[],
  direct: readonly Finding[],
): CellFailures {
  const failing = through.filter((it) => !direct.some((other) => keyOf(other) === keyOf(it)));
  const expected = new Set(era === 'legacy' && isModernClient ? untranslatable.map(({ check }) => check) : []);
  const explained = failing.filter(({ check }) => expected.has(check));
  return {
    lost: failing.filter(({ check }) => !expected.has(check)),
    explained,
    stale: [...expected].filter((check) => !explained.some((it) => it.check === check)),
  };
}

function keyOf({ scenario, check }: Finding): string {
  return `${scenario}/${check}`;
}

/**
 * Holds an upstream's lists and instructions against what was approved of them.
 */
import type { FormerTool } from '@sigil/core/catalog';
import type { UpstreamLists } from '../reading/read-lists.js';
import { PinFileError, type PinFile } from './pin-file.js';
import { describeDifference, findDifferences, isSameSet, pinnedSetOf, withoutUnapproved } from './pinned-set.js';

/** The fate of components that are not as they were approved: offered, offered and told of, or withheld. */
export type PinRule = 'off' | 'warn' | 'block';

/** The lists of an upstream as far as they may be offered. */
export interface Judgement {
  readonly lists: UpstreamLists;
  /** The tools that are not offered, with the reason that their callers are told. */
  readonly withheldTools: ReadonlyMap<string, string>;
  /** Whether anything is withheld. */
  readonly isPinned: boolean;
  /** A sentence each for the operator. */
  readonly problems: readonly string[];
}

/** The place of one server's pin. */
export interface PinPlace {
  readonly server: string;
  readonly rule: PinRule;
  readonly file: PinFile;
}

/** The first lists are approved by themselves: nobody has seen others. */
export async function judgeLists(lists: UpstreamLists, { server, rule, file }: PinPlace): Promise<Judgement> {
  if (rule === 'off') return offered(lists);
  try {
    const current = pinnedSetOf(lists);
    const pin = (await file.read()).get(server);
    if (!pin) {
      await file.write(server, { approved: current });
      return offered(lists);
    }
    const differences = findDifferences(pin.approved, current);
    if (differences.length === 0) {
      if (pin.pending) await file.write(server, { approved: pin.approved });
      return offered(lists);
    }
    if (!pin.pending || !isSameSet(pin.pending, current)) await file.write(server, { ...pin, pending: current });
    const problem = `not as approved in mcps.lock.json: ${differences.map(describeDifference).join(', ')}`;
    if (rule === 'warn') return { ...offered(lists), problems: [problem] };
    const unapproved = differences.filter(({ what }) => what !== 'gone');
    const why = (what: string): string => `it ${what === 'new' ? 'is new' : 'has changed'} and was not approved yet`;
    const tools = unapproved.flatMap((it) => (it.kind === 'tools' ? [[it.name, why(it.what)] as const] : []));
    return {
      lists: withoutUnapproved(lists, differences),
      withheldTools: new Map(tools),
      isPinned: unapproved.length > 0,
      problems: [problem],
    };
  } catch (error) {
    return withoutPins(lists, rule, error);
  }
}

function offered(lists: UpstreamLists): Judgement {
  return { lists, withheldTools: new Map(), isPinned: false, problems: [] };
}

/** Where nobody can tell what was approved, nothing was. */
function withoutPins(lists: UpstreamLists, rule: PinRule, error: unknown): Judgement {
  const reason = error instanceof PinFileError ? error.message : 'it cannot be written';
  const problems = [`mcps.lock.json: ${reason}`];
  if (rule === 'warn') return { ...offered(lists), problems };
  const why = 'what was approved of this server cannot be told';
  const names = lists.tools.map(({ name }) => String(name));
  return {
    lists: { ...lists, tools: [], prompts: [], resources: [], resourceTemplates: [], instructions: undefined },
    withheldTools: new Map(names.map((name) => [name, why])),
    isPinned: true,
    problems,
  };
}

/** Their callers are told why they cannot be called. */
export function formerToolsOf({ withheldTools }: Judgement): readonly FormerTool[] {
  return [...withheldTools].map(([name, why]) => ({ name, explain: () => why }));
}

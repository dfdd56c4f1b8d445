/**
 * Compares an upstream's lists and instructions with the approved ones.
 */
import type { FormerTool } from '@sigil/core/catalog';
import type { UpstreamLists } from '../reading/read-lists.js';
import { PinFileError, type Pin, type PinFile } from './pin-file.js';
import { describeDifference, findDifferences, isSameSet, pinnedSetOf, withoutUnapproved } from './pinned-set.js';

/** The treatment of components that differ from the approved ones: offered, offered with a warning, or withheld. */
export type PinRule = 'off' | 'warn' | 'block';

/** The lists of an upstream that may be offered. */
export interface Judgement {
  readonly lists: UpstreamLists;
  /** The tools that are not offered, each with the reason for its callers. */
  readonly withheldTools: ReadonlyMap<string, string>;
  /** True if anything is withheld. */
  readonly isPinned: boolean;
  /** One sentence each, for the operator. */
  readonly problems: readonly string[];
}

/** The pin of one server, and where it is kept. */
export interface PinPlace {
  readonly server: string;
  readonly rule: PinRule;
  readonly file: PinFile;
}

/** Judges lists by the rule. The first lists are approved automatically, since nothing was approved before. */
export async function judgeLists(lists: UpstreamLists, place: PinPlace): Promise<Judgement> {
  const { server, rule, file } = place;
  if (rule === 'off') return offered(lists);
  try {
    const current = pinnedSetOf(lists);
    const known = (await file.read()).get(server);
    // Another process may have written first.
    const pin = known ?? (await file.change(server, (before) => before ?? { approved: current }));
    const differences = findDifferences(pin.approved, current);
    if (differences.length === 0) {
      const problems = pin.pending ? await tryToWrite(place, { approved: pin.approved }) : [];
      return { ...offered(lists), problems };
    }
    const isKept = pin.pending && isSameSet(pin.pending, current);
    const problems = [
      `not as approved in mcps.lock.json: ${differences.map(describeDifference).join(', ')}`,
      ...(isKept ? [] : await tryToWrite(place, { ...pin, pending: current })),
    ];
    if (rule === 'warn') return { ...offered(lists), problems };
    const unapproved = differences.filter(({ what }) => what !== 'gone');
    const why = (what: string): string => `it ${what === 'new' ? 'is new' : 'has changed'} and was not approved yet`;
    const tools = unapproved.flatMap((it) => (it.kind === 'tools' ? [[it.name, why(it.what)] as const] : []));
    return {
      lists: withoutUnapproved(lists, differences),
      withheldTools: new Map(tools),
      isPinned: unapproved.length > 0,
      problems,
    };
  } catch (error) {
    return withoutPins(lists, rule, error);
  }
}

/**
 * Writes a pin, unless another process has changed the approved set meanwhile. Without it, the approved set still stands.
 *
 * @returns a sentence for the operator if the file cannot be written
 */
async function tryToWrite({ server, file }: PinPlace, pin: Pin): Promise<readonly string[]> {
  try {
    await file.change(server, (now) => (now && !isSameSet(now.approved, pin.approved) ? now : pin));
    return [];
  } catch (error) {
    if (error instanceof PinFileError) throw error;
    return [unwritten];
  }
}

const unwritten = 'mcps.lock.json: it cannot be written';

function offered(lists: UpstreamLists): Judgement {
  return { lists, withheldTools: new Map(), isPinned: false, problems: [] };
}

/** Withholds everything, or warns, when the approved set is unknown. */
function withoutPins(lists: UpstreamLists, rule: PinRule, error: unknown): Judgement {
  const problems = [error instanceof PinFileError ? `mcps.lock.json: ${error.message}` : unwritten];
  if (rule === 'warn') return { ...offered(lists), problems };
  const why = 'what was approved of this server cannot be told';
  const names = lists.tools.map(({ name }) => String(name));
  return {
    lists: {
      ...lists,
      tools: [],
      prompts: [],
      resources: [],
      resourceTemplates: [],
      skills: [],
      views: [],
      extensions: [],
      instructions: undefined,
    },
    withheldTools: new Map(names.map((name) => [name, why])),
    isPinned: true,
    problems,
  };
}

/** Makes the withheld tools explain to their callers why they cannot be called. */
export function formerToolsOf({ withheldTools }: Judgement): readonly FormerTool[] {
  return [...withheldTools].map(([name, why]) => ({ name, explain: () => why }));
}

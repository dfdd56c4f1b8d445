/**
 * Judges what changes of a schema mean for senders and receivers of values.
 *
 * Fewer accepted values break a sender; more possible values break a receiver.
 */
import type { ChangeKind, ChangeLevel, ManifestChange } from './changes/manifest-change.js';
import { compareSchemas } from './schemas/compare-schemas.js';
import type { Schema } from '../schema/schema.js';
import type { Effect, Pair, SchemaChange } from './schemas/schema-change.js';

/** The direction in which values travel: to a tool, from it, or from an operator to a class. */
export type Direction = 'input' | 'output' | 'configuration';

const roots: Readonly<Record<Direction, string>> = { input: 'input', output: 'output', configuration: 'config' };

const sent = {
  widens: 'minor',
  narrows: 'breaking',
  changes: 'breaking',
  declares: 'minor',
  documents: 'patch',
} as const;
const levels: Readonly<Record<Direction, Readonly<Record<Effect, ChangeLevel>>>> = {
  input: sent,
  configuration: sent,
  output: { widens: 'breaking', narrows: 'minor', changes: 'breaking', declares: 'minor', documents: 'patch' },
};

const consequences: Readonly<Record<Direction, Readonly<Partial<Record<Effect, string>>>>> = {
  input: {
    widens: 'calls may say more than before',
    narrows: 'calls that worked may be refused',
    changes: 'calls that worked may be refused',
  },
  output: {
    widens: 'clients may get what they do not know',
    narrows: 'all that comes is known to clients',
    changes: 'clients may get what they do not know',
  },
  configuration: {
    widens: 'configurations may say more than before',
    narrows: 'configurations that worked may be refused',
    changes: 'configurations that worked may be refused',
  },
};

/** Consequences that are more specific than those of the effect. */
const ownConsequences: Readonly<Record<Direction, Readonly<Partial<Record<ChangeKind, string>>>>> = {
  input: {
    'property-required': 'calls without it are refused',
    'default-changed': 'calls that leave it out may mean something else',
  },
  output: {
    'property-added': 'clients may read it',
    'property-removed': 'clients that read it may find nothing',
    'property-optional': 'clients that read it may find nothing',
    'property-required': 'clients can rely on it',
  },
  configuration: {
    'property-required': 'configurations without it are refused',
    'default-changed': 'configurations that leave it out may mean something else',
  },
};

/** Returns the differences between two schemas of one component, each with its level. */
export function judgeSchemas(pair: Pair<Schema>, component: string, direction: Direction): ManifestChange[] {
  return compareSchemas(pair, roots[direction]).map((change) => ({
    level: levelOf(change, direction),
    kind: change.kind,
    component,
    path: change.path,
    says: sentenceOf(change, direction),
    ...(change.hint === undefined ? {} : { hint: change.hint }),
  }));
}

/**
 * Determines the level. A property lost from results breaks clients even in an open object; a default says nothing about results.
 */
function levelOf({ kind, effect }: SchemaChange, direction: Direction): ChangeLevel {
  if (direction !== 'output') return levels[direction][effect];
  if (kind === 'property-removed') return 'breaking';
  return kind === 'default-changed' ? 'patch' : levels.output[effect];
}

function sentenceOf({ kind, effect, fact }: SchemaChange, direction: Direction): string {
  const isRefused = effect === 'changes' || effect === 'widens';
  const isNewForClients = kind === 'property-added' && direction === 'output' && isRefused;
  const own = isNewForClients ? undefined : ownConsequences[direction][kind];
  const consequence = own ?? consequences[direction][effect];
  return consequence === undefined ? fact : `${fact}: ${consequence}`;
}

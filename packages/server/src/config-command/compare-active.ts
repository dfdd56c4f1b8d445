/**
 * Compares two active configurations: the servers that were added or removed, and the offers of each.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** The differences of one server. */
export interface ServerChange {
  readonly server: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** The changed facts: `state`, `plugin`, `configuration`. */
  readonly members?: JsonObject;
  /** Names of `tools`, `resources` and `prompts` that were added or removed. */
  readonly offers?: JsonObject;
}

const kinds = ['tools', 'resources', 'prompts'] as const;

/** Returns the changes sorted by name; empty when nothing differs. */
export function compareActive(before: JsonObject, after: JsonObject): readonly ServerChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((server): ServerChange[] => {
    const [older, newer] = [before[server], after[server]];
    if (!isJsonObject(older)) return [{ server, change: 'added', ...differences({}, objectOf(newer)) }];
    if (!isJsonObject(newer)) return [{ server, change: 'removed', ...differences(older, {}) }];
    const found = differences(older, newer);
    return Object.keys(found).length === 0 ? [] : [{ server, change: 'changed', ...found }];
  });
}

function differences(older: JsonObject, newer: JsonObject): Pick<ServerChange, 'members' | 'offers'> {
  const members = ['state', 'plugin', 'configuration'].filter((name) => !isEqual(older[name], newer[name]));
  const offers = kinds.flatMap((kind) => {
    const [had, has] = [namesOf(older[kind]), namesOf(newer[kind])];
    const added = has.filter((name) => !had.includes(name));
    const removed = had.filter((name) => !has.includes(name));
    return added.length + removed.length === 0 ? [] : [[kind, { added, removed }] as const];
  });
  return {
    ...(members.length === 0 ? {} : { members: Object.fromEntries(members.map((name) => [name, pair(name)])) }),
    ...(offers.length === 0 ? {} : { offers: Object.fromEntries(offers) }),
  };

  function pair(name: string): JsonObject {
    return { before: older[name] ?? null, after: newer[name] ?? null };
  }
}

/** Writes one line for each difference. */
export function formatChanges(changes: readonly ServerChange[]): string {
  if (changes.length === 0) return 'Nothing differs.\n';
  const lines = changes.flatMap(({ server, change, members = {}, offers = {} }) => [
    `${signs[change]} ${server}`,
    ...Object.entries(offers).flatMap(([kind, names]) => formatNames(kind, objectOf(names))),
    ...(change === 'changed' ? Object.entries(members).map(([name, pair]) => formatMember(name, objectOf(pair))) : []),
  ]);
  return `${lines.join('\n')}\n`;
}

const signs = { added: '+', removed: '-', changed: '~' } as const;

function formatNames(kind: string, { added, removed }: JsonObject): string[] {
  const word = kind.slice(0, -1);
  return [
    ...namesOf(removed).map((name) => `    - ${word} ${name}`),
    ...namesOf(added).map((name) => `    + ${word} ${name}`),
  ];
}

function formatMember(name: string, { before, after }: JsonObject): string {
  return `    ${name}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}

function namesOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The order of members never differs, so comparing texts is enough. */
function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Compares the prompts of two manifests.
 */
import type { PromptArgument, PromptDefinition } from '@sigil/core/building';
import type { Comparable } from './comparable-manifest.js';
import { compareScopes } from './compare-scopes.js';
import { compareWords, documentationRule, metadataRule } from './compare-words.js';
import type { ManifestChange } from './changes/manifest-change.js';
import { compareComponents, looseKeys, type ComponentKind } from './pair-components.js';
import { compareSpelling, keysOfNames } from './name-spelling.js';
import type { Pair } from './schemas/schema-change.js';
import { memberPath } from './schemas/schema-path.js';

type Prompt = Comparable<PromptDefinition>;

const promptKind: Omit<ComponentKind<Prompt>, 'keyOf'> = {
  noun: 'prompt',
  nameOf: ({ name }) => name,
  likenessOf: ({ arguments: args = [] }) => JSON.stringify(args.map(({ name, required }) => [name, required === true])),
};

/**
 * Compares prompts. Arguments are matched by name; their order has no meaning.
 *
 * @param knowsManifest whether both sides know which scopes callers need
 */
export function comparePrompts(
  pair: Pair<readonly Prompt[]>,
  { knowsManifest }: { readonly knowsManifest: boolean },
): ManifestChange[] {
  return compareComponents(
    pair,
    { ...promptKind, keyOf: looseKeys<Prompt>(pair, keysOfNames) },
    (prompts, component) => [
      ...compareSpelling(prompts, component),
      ...compareArguments(prompts, component),
      ...(knowsManifest ? compareScopes(prompts, component) : []),
      ...compareWords(prompts, component, documentationRule),
      ...compareWords(prompts, component, metadataRule),
    ],
  );
}

function compareArguments({ before, after }: Pair<Prompt>, component: string): ManifestChange[] {
  const older = byName(before);
  const newer = byName(after);
  const names = new Set([...older.keys(), ...newer.keys()]);
  return [...names].flatMap((name) => {
    const path = memberPath('arguments', name);
    const [was, is] = [older.get(name), newer.get(name)];
    if (was && is) return compareArgument({ before: was, after: is }, component, path);
    return is ? [addedArgument(is, component, path)] : [removedArgument(component, path)];
  });
}

function addedArgument({ required }: PromptArgument, component: string, path: string): ManifestChange {
  if (!required) return { level: 'minor', kind: 'argument-added', component, path, says: 'a new optional argument' };
  const says = 'a new required argument: uses without it are refused';
  return { level: 'breaking', kind: 'argument-added', component, path, says };
}

function removedArgument(component: string, path: string): ManifestChange {
  const says = 'the argument is gone: what is sent for it counts no more';
  return { level: 'breaking', kind: 'argument-removed', component, path, says };
}

function compareArgument(pair: Pair<PromptArgument>, component: string, path: string): ManifestChange[] {
  const words = compareWords(pair, component, documentationRule).map((change) => ({ ...change, path }));
  return [...compareNeed(pair, component, path), ...words];
}

function compareNeed({ before, after }: Pair<PromptArgument>, component: string, path: string): ManifestChange[] {
  const [was, is] = [before.required === true, after.required === true];
  if (was === is) return [];
  if (is) {
    const says = 'it must be given now: uses without it are refused';
    return [{ level: 'breaking', kind: 'argument-required', component, path, says }];
  }
  return [{ level: 'minor', kind: 'argument-optional', component, path, says: 'it may be left out now' }];
}

function byName({ arguments: args = [] }: Prompt): ReadonlyMap<string, PromptArgument> {
  return new Map(args.map((it) => [it.name, it]));
}

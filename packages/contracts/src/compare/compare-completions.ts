/**
 * Compares the values suggested for arguments of prompts and variables of templates.
 *
 * Values that come from the argument's type are the only ones it accepts; the manifest records that type nowhere else.
 */
import { variablesOfTemplate, type ManifestCompletion } from '@sigil/core/building';
import type { ComparableManifest } from './comparable-manifest.js';
import type { ManifestChange } from './changes/manifest-change.js';
import { withoutQuery } from './template-queries.js';
import { describeValues } from './schemas/describe-shape.js';
import type { Pair } from './schemas/schema-change.js';
import { memberPath } from './schemas/schema-path.js';

/** Skips arguments that were added or removed themselves. */
export function compareCompletions(pair: Pair<ComparableManifest>): ManifestChange[] {
  const { before, after } = pair;
  if (!before.completions || !after.completions) return [];
  const [older, newer] = [byArgument(before.completions), byArgument(after.completions)];
  const known = argumentsOf(after);
  const shared = argumentsOf(before).filter(({ key }) => known.some((it) => it.key === key));
  return shared.flatMap(({ key, component, argument }) => {
    const completions = { before: older.get(key), after: newer.get(key) };
    return compareCompletion(completions, { component, path: memberPath('arguments', argument) });
  });
}

type Spot = Pick<ManifestChange, 'component' | 'path'>;

function compareCompletion({ before, after }: Pair<ManifestCompletion | undefined>, spot: Spot): ManifestChange[] {
  return [...compareSuggesting({ before, after }, spot), ...compareValues(before?.values, after?.values, spot)];
}

function compareSuggesting({ before, after }: Pair<ManifestCompletion | undefined>, spot: Spot): ManifestChange[] {
  if (before && !after)
    return [{ level: 'minor', kind: 'completion-removed', ...spot, says: 'no values are suggested now' }];
  if (!before && after)
    return [{ level: 'minor', kind: 'completion-added', ...spot, says: 'values are suggested now' }];
  return [];
}

type Values = readonly string[] | undefined;

/** Compares the values; without any, all texts count as accepted. */
function compareValues(before: Values, after: Values, spot: Spot): ManifestChange[] {
  if (!before && !after) return [];
  if (!after) return [{ level: 'minor', kind: 'completion-values-added', ...spot, says: 'it takes any text now' }];
  if (!before) {
    const says = `it takes only ${describeValues(after)} now: other texts may be refused`;
    return [{ level: 'breaking', kind: 'completion-values-removed', ...spot, says }];
  }
  const lost = before.filter((value) => !after.includes(value));
  const gained = after.filter((value) => !before.includes(value));
  return [
    ...(lost.length > 0 ? [lostValues(lost, spot)] : []),
    ...(gained.length > 0 ? [gainedValues(gained, spot)] : []),
  ];
}

function lostValues(values: readonly string[], spot: Spot): ManifestChange {
  const says = `it no longer takes ${describeValues(values)}: uses with that are refused`;
  return { level: 'breaking', kind: 'completion-values-removed', ...spot, says };
}

function gainedValues(values: readonly string[], spot: Spot): ManifestChange {
  return { level: 'minor', kind: 'completion-values-added', ...spot, says: `it takes ${describeValues(values)} too` };
}

interface Argument {
  readonly key: string;
  readonly component: string;
  readonly argument: string;
}

function argumentsOf({ prompts, resourceTemplates }: ComparableManifest): Argument[] {
  const ofPrompts = prompts.flatMap(({ name, arguments: args = [] }) =>
    args.map((it) => ({ key: keyOf(name, it.name), component: `prompt "${name}"`, argument: it.name })),
  );
  const ofTemplates = resourceTemplates.flatMap(({ uriTemplate }) =>
    variablesOfTemplate(uriTemplate).map((argument) => {
      return {
        key: keyOf(withoutQuery(uriTemplate), argument),
        component: `resource template "${uriTemplate}"`,
        argument,
      };
    }),
  );
  return [...ofPrompts, ...ofTemplates];
}

function byArgument(completions: readonly ManifestCompletion[]): ReadonlyMap<string, ManifestCompletion> {
  return new Map(completions.map((it) => [keyOf(withoutQuery(it.of), it.argument), it]));
}

function keyOf(of: string, argument: string): string {
  return JSON.stringify([of, argument]);
}

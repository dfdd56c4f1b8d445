/**
 * Lists the available completions: from a method if there is one, else from the values of the argument's own type.
 *
 * They are in the order of the components and their arguments. Knows nothing of wrongly declared completions.
 */
import type { ManifestCompletion } from '@sigil/core/building';
import type { ClassModel, MethodModel } from '../model/plugin-model.js';
import { resolveNode, type Property, type SchemaNode } from '../model/schema-node.js';
import { argumentsOf, completionTarget, spellingsOf, spellTarget } from './method-arguments.js';

/** Returns the completions of the prompts and resource templates of `classes`. */
export function buildCompletions(classes: readonly ClassModel[]): ManifestCompletion[] {
  const byMethod = new Map<string, ManifestCompletion>();
  for (const { name, completions } of classes) {
    for (const { of, argument, method } of completions)
      byMethod.set(keyOf(spellTarget(of), argument), { of, argument, origin: { class: name, method } });
  }
  const components = classes.flatMap((owner) => owner.methods.flatMap((method) => findCompletable(owner, method)));
  return components.flatMap(({ of, spellings, properties }) =>
    properties.flatMap((property) => {
      const [own] = spellings.flatMap((spelling) => byMethod.get(keyOf(spelling, property.name)) ?? []);
      return own ? [{ ...own, of }] : completeByType(of, property);
    }),
  );
}

/** A prompt or a template, the texts by which completions name it, and its arguments. */
interface Completable {
  readonly of: string;
  readonly spellings: readonly string[];
  readonly properties: readonly Property[];
}

function findCompletable(owner: ClassModel, method: MethodModel): Completable[] {
  const of = completionTarget(method);
  return of === undefined ? [] : [{ of, spellings: spellingsOf(owner, of), properties: argumentsOf(method) }];
}

function completeByType(of: string, { name, node }: Property): ManifestCompletion[] {
  const values = valuesOf(node);
  return values.length === 0 ? [] : [{ of, argument: name, values: [...new Set(values)] }];
}

/** Returns the values as texts, since arguments travel as text. */
function valuesOf(node: SchemaNode): string[] {
  const plain = resolveNode(node);
  if (plain.kind === 'boolean') return ['true', 'false'];
  return plain.kind === 'literals' ? plain.values.map(String) : [];
}

function keyOf(of: string, argument: string): string {
  return JSON.stringify([of, argument]);
}

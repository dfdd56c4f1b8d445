/**
 * Finds the properties of a built manifest that have no description, where they are declared, and those declared by packages.
 */
import type { Manifest } from '@sigil/core/building';
import { findUndescribed, type Undescribed } from '@sigil/contracts/schema';
import type { MethodModel, PluginModel } from '../model/plugin-model.js';
import type { SourcePlace } from '../model/source-place.js';
import { resolveNode, type ForeignType, type SchemaNode } from '../model/schema-node.js';

/** One property without a description. */
export interface UndescribedProperty extends Undescribed {
  /** The place of the input, or of the method. */
  readonly place: SourcePlace;
  /** The type that declares it, if the plugin's author cannot edit it. */
  readonly foreign?: ForeignType;
}

/** Returns all such properties, in the order of the manifest. */
export function undescribedProperties(manifest: Manifest, { classes }: PluginModel): UndescribedProperty[] {
  const methods = new Map(
    classes.flatMap((one) => one.methods.map((method): [string, MethodModel] => [keyOf(method), method])),
  );
  return findUndescribed(manifest).flatMap((undescribed) => {
    const method = methods.get(keyOf(undescribed));
    if (!method) return [];
    const { input, steps } = undescribed;
    const place = (input === undefined ? undefined : method.placeOfInput.get(input)) ?? method.at;
    const foreign = input === undefined ? foreignOfResult(method, steps) : foreignOfInput(method, steps);
    return [{ ...undescribed, place, ...(foreign && { foreign }) }];
  });
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`;
}

function foreignOfInput({ parameters }: MethodModel, steps: readonly string[]): ForeignType | undefined {
  const properties = parameters.flatMap((one) => {
    if (one.kind === 'spread') return one.properties;
    return 'property' in one ? one.property : [];
  });
  return findForeign({ kind: 'object', properties }, steps);
}

function foreignOfResult(method: MethodModel, steps: readonly string[]): ForeignType | undefined {
  if (method.kind !== 'tool' || method.returns.kind !== 'structured') return undefined;
  return findForeign(method.returns.node, steps);
}

/** Follows the steps through all branches of unions; they end, since each step is taken once. */
function findForeign(node: SchemaNode, steps: readonly string[]): ForeignType | undefined {
  const plain = resolveNode(node);
  const [step = '', ...further] = steps;
  switch (plain.kind) {
    case 'union':
      return firstOf(plain.members.map((member) => () => findForeign(member, steps)));
    case 'toJson':
      return findForeign(plain.node, steps);
    case 'array':
    case 'set':
      return step === '[]' ? findForeign(plain.items, further) : undefined;
    case 'tuple': {
      // The steps do not name the places of a tuple.
      const { items, rest, tail = [] } = plain;
      const all = [...items, ...(rest ? [rest] : []), ...tail];
      return firstOf(all.map((item) => () => findForeign(item, step === '[]' ? further : steps)));
    }
    case 'map':
      return step === '*' ? findForeign(plain.values, further) : undefined;
    case 'object': {
      const property = plain.properties.find(({ name }) => name === step);
      if (!property) return step === '*' && plain.additional ? findForeign(plain.additional, further) : undefined;
      return further.length === 0 ? property.foreign : findForeign(property.node, further);
    }
    default:
      return undefined;
  }
}

function firstOf<Found>(finders: readonly (() => Found | undefined)[]): Found | undefined {
  for (const find of finders) {
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A type with its constraints, between a schema of zod or JSON Schema and the TypeScript that is written for it.
 */

/** The doc comment of a type. */
export interface Docs {
  readonly description?: string | undefined;
  /** Tags in order, each without `@`: `minLength 1`. */
  readonly tags: readonly string[];
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly shape: Shape;
}

/** The structure of a type. `text` is TypeScript as it is; `literals` are texts of literals. */
export type Form =
  | { readonly kind: 'text'; readonly type: string }
  | { readonly kind: 'literals'; readonly values: readonly string[] }
  | { readonly kind: 'array'; readonly items: Shape }
  | { readonly kind: 'tuple'; readonly items: readonly Shape[]; readonly rest?: Shape }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly others?: Shape }
  | { readonly kind: 'record'; readonly key: Shape; readonly value: Shape; readonly isPartial: boolean }
  | { readonly kind: 'union'; readonly members: readonly Shape[] }
  | { readonly kind: 'intersection'; readonly members: readonly Shape[] }
  | { readonly kind: 'named'; readonly name: string; readonly shape: () => Shape };

/** A type, its documentation, and how it behaves as a member. */
export interface Shape {
  readonly form: Form;
  readonly docs: Docs;
  readonly isOptional: boolean;
  /** Source text of the value that takes the place of an absent one. */
  readonly default?: string;
  /** The same as JSON, if the source says it. */
  readonly defaultJson?: string;
  /** Why the old schema must still run: it does what no type says. */
  readonly effects: readonly string[];
}

/** Makes a required type without effects. */
export function shapeOf(form: Form, tags: readonly string[] = []): Shape {
  return { form, docs: { tags }, isOptional: false, effects: [] };
}

/** Makes a type that is written as it is. */
export function textShape(type: string, tags: readonly string[] = []): Shape {
  return shapeOf({ kind: 'text', type }, tags);
}

/** Returns the shapes directly inside; a named shape has none, so that recursion ends. */
function partsOf({ form }: Shape): readonly Shape[] {
  switch (form.kind) {
    case 'array':
      return [form.items];
    case 'tuple':
      return form.rest ? [...form.items, form.rest] : form.items;
    case 'object':
      return [...form.members.map(({ shape }) => shape), ...(form.others ? [form.others] : [])];
    case 'record':
      return [form.key, form.value];
    case 'union':
    case 'intersection':
      return form.members;
    default:
      return [];
  }
}

/** Returns everything that the old schema must still do for this type, at any depth. */
export function effectsIn(shape: Shape, seen = new Set<string>()): readonly string[] {
  const inner = namedParts(shape, seen);
  return [...new Set([...shape.effects, ...inner.flatMap((part) => effectsIn(part, seen))])];
}

/** Returns whether a type has defaults below its own level, which TypeScript cannot fill in. */
export function hasInnerDefault(shape: Shape, seen = new Set<string>()): boolean {
  return namedParts(shape, seen).some((part) => part.default !== undefined || hasInnerDefault(part, seen));
}

function namedParts(shape: Shape, seen: Set<string>): readonly Shape[] {
  if (shape.form.kind !== 'named') return partsOf(shape);
  if (seen.has(shape.form.name)) return [];
  seen.add(shape.form.name);
  return [shape.form.shape()];
}

/** Returns the object behind names; `undefined` for other forms. */
export function objectOf(shape: Shape): Extract<Form, { kind: 'object' }> | undefined {
  if (shape.form.kind === 'named') return objectOf(shape.form.shape());
  return shape.form.kind === 'object' ? shape.form : undefined;
}

/** Returns the literals of an enum or a union of literals; `undefined` for other forms. */
export function literalsOf(shape: Shape): readonly string[] | undefined {
  if (shape.form.kind === 'named') return literalsOf(shape.form.shape());
  if (shape.form.kind === 'literals') return shape.form.values;
  if (shape.form.kind !== 'union') return undefined;
  const all = shape.form.members.map(literalsOf);
  return all.every((values) => values !== undefined) ? all.flat() : undefined;
}

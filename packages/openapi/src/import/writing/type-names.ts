/**
 * The names of the document's shared schemas, and the modules that declare them.
 */
import { camelCase, kebabCase, pascalCase, splitWords } from '../naming/words.js';
import { isReserved, Names } from '../naming/names.js';
import { followRef, requirePlace, type ShapeReading } from '../schemas/shape-reading.js';
import type { Member, Shape } from '../schemas/shape.js';
import { type Place, splitPointer, writePlace } from '../source/pointer.js';
import { SourceModule } from './source-module.js';
import { writeComment } from './source-text.js';
import { describe } from './write-docs.js';
import type { TypeNaming, TypeSite, Use } from './type-site.js';
import { writeDeclaration, writeType } from './write-type.js';

/**
 * Names that no schema may have: the written sources use them, or their owner will. A module that imports a type `Error` could no
 * longer throw one.
 */
export const takenTypeNames = (
  'Tool Resource Prompt Context ToolError ApiClient ApiDescription OperationDescription AnswerWithHeaders Configuration ' +
  'Array Object String Number Boolean Symbol BigInt Function Promise Proxy Reflect Error AggregateError EvalError RangeError ' +
  'ReferenceError SyntaxError TypeError Date Map Set WeakMap WeakSet WeakRef RegExp JSON Math Intl Iterator ArrayBuffer DataView ' +
  'Uint8Array URL URLSearchParams AbortController AbortSignal Event EventTarget Buffer Blob File FormData Headers Request Response ' +
  'TextDecoder TextEncoder ReadableStream Record Partial Required Readonly Pick Omit Exclude Extract NonNullable Parameters ' +
  'ReturnType Awaited'
).split(' ');

interface NamedType {
  readonly name: string;
  readonly path: string;
  readonly place: Place;
  readonly use: Use;
  isWritten: boolean;
}

export class TypeNames implements TypeNaming {
  readonly #types = new Map<string, NamedType>();
  readonly #modules = new Map<string, SourceModule>();
  readonly #waiting: NamedType[] = [];
  readonly #names: Names;
  readonly #paths = new Names();
  readonly #differing = new Map<string, boolean>();
  readonly #bases = new Map<string, { readonly name: string; readonly path: string }>();

  constructor(
    readonly reading: ShapeReading,
    taken: Iterable<string>,
  ) {
    this.#names = new Names([...takenTypeNames, ...taken]);
  }

  /** Returns the name of a shared schema in this module, and makes sure that it is declared. */
  use(place: Place, site: TypeSite): string {
    const type = this.#find(place, site.use);
    if (type.path !== site.module.path) site.module.importType(type.name, type.path);
    return type.name;
  }

  /** Takes a name for a type that only one module has. */
  takeLocal(hint: string): string {
    const name = pascalCase(hint) || 'Value';
    return this.#names.take([/^\d/.test(name) ? `Type${name}` : name]);
  }

  /** Returns the end of a hint for a member: `FilterCity` of `filter.city`. */
  suffixOf(name: string): string {
    const words = pascalCase(camelCase(name));
    return words === '' ? 'Value' : words;
  }

  /** Writes the declarations of all names in use, and of those that these use. */
  writeModules(): SourceModule[] {
    for (let type = this.#waiting.shift(); type; type = this.#waiting.shift()) this.#declare(type);
    return [...this.#modules.values()];
  }

  #find(place: Place, use: Use): NamedType {
    const differs = this.#differs(place);
    const key = `${writePlace(place)} ${differs ? use : 'both'}`;
    const known = this.#types.get(key);
    if (known) return known;
    const base = this.#baseOf(place);
    const isVariant = differs && use === 'input';
    const name = isVariant ? this.#names.take([`${base.name}Input`]) : base.name;
    const type: NamedType = { name, path: base.path, place, use, isWritten: false };
    this.#types.set(key, type);
    this.#waiting.push(type);
    return type;
  }

  #baseOf(place: Place): { readonly name: string; readonly path: string } {
    const key = writePlace(place);
    const known = this.#bases.get(key);
    if (known) return known;
    const name = this.#names.take(candidatesFor(place), 100);
    const file = this.#paths.take([kebabCase(name).slice(0, 80) || 'schema']);
    const base = { name, path: `src/types/${file}.ts` };
    this.#bases.set(key, base);
    return base;
  }

  #declare(type: NamedType): void {
    if (type.isWritten) return;
    type.isWritten = true;
    const module = this.#modules.get(type.path) ?? new SourceModule(type.path, takenTypeNames);
    this.#modules.set(type.path, module);
    const { reading } = this;
    const shape = this.#breakCircle(type.place);
    const site: TypeSite = {
      reading,
      names: this,
      module,
      use: type.use,
      hint: type.name,
      place: type.place,
      indent: '',
    };
    const written = writeType(shape, site);
    const deprecated = shape.docs?.isDeprecated ? ['@deprecated'] : [];
    const lines = [...describe(shape.docs?.description, reading.notices, type.place), ...written.tags, ...deprecated];
    module.declarations.push(`${writeComment(lines)}${writeDeclaration(type.name, written, shape.kind === 'object')}`);
  }

  /** A schema that consists of itself, without an object or a list between, has no type. */
  #breakCircle(place: Place): Shape {
    const { reading } = this;
    const shape = reading.read(requirePlace(reading, place));
    const start = writePlace(place);
    const seen = new Set<string>();
    const leadsBack = (one: Shape): boolean => {
      if (one.kind === 'union' || one.kind === 'intersection') return one.members.some(leadsBack);
      if (one.kind !== 'ref') return false;
      const key = writePlace(one.place);
      if (key === start) return true;
      if (seen.has(key)) return false;
      seen.add(key);
      return leadsBack(reading.read(requirePlace(reading, one.place)));
    };
    if (!leadsBack(shape)) return shape;
    reading.notices.add('endless-type', place, 'the type would consist of itself');
    if (shape.kind !== 'union') return { kind: 'unknown' };
    const others = shape.members.filter((member) => !leadsBack(member));
    const [only] = others;
    if (!only) return { kind: 'unknown' };
    return others.length === 1 ? only : { ...shape, members: others };
  }

  /** Returns whether arguments and answers of the schema differ: something in it is only read, or only written. */
  #differs(place: Place): boolean {
    const key = writePlace(place);
    const known = this.#differing.get(key);
    if (known !== undefined) return known;
    const reached = new Set<string>([key]);
    const waiting: Shape[] = [this.reading.read(requirePlace(this.reading, place))];
    let differs = false;
    for (let shape = waiting.pop(); shape && !differs; shape = waiting.pop()) {
      differs = membersOf(shape).some((member) => member.isReadOnly !== member.isWriteOnly);
      for (const part of partsOf(shape)) {
        if (part.kind !== 'ref') waiting.push(part);
        else if (!reached.has(writePlace(part.place))) {
          reached.add(writePlace(part.place));
          waiting.push(followRef(this.reading, part) ?? { kind: 'unknown' });
        }
      }
    }
    this.#differing.set(key, differs);
    return differs;
  }
}

function membersOf(shape: Shape): readonly Member[] {
  return shape.kind === 'object' ? shape.members : [];
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'object':
      return [...shape.members.map((member) => member.shape), ...(shape.additional ? [shape.additional] : [])];
    case 'array':
      return [shape.items];
    case 'tuple':
      return [...shape.items, ...(shape.rest ? [shape.rest] : [])];
    case 'union':
    case 'intersection':
      return shape.members;
    default:
      return [];
  }
}

/** Returns names for a place, the preferred one first: its last key, then with the keys before it. */
function candidatesFor(place: Place): string[] {
  const isGeneric = (key: string): boolean =>
    /^(properties|schema|items|\d+|allOf|anyOf|oneOf|content|definitions|schemas)$/.test(key);
  const fileName =
    place.file
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '';
  const keys = [fileName, ...splitPointer(place.pointer)].filter(
    (key) => splitWords(key).length > 0 && !isGeneric(key),
  );
  const last = pascalCase(keys.at(-1) ?? 'Schema') || 'Schema';
  const longer = pascalCase(keys.slice(-2).join('_'));
  return [last, `${last}Schema`, longer].map((name) => (/^\d/.test(name) || isReserved(name) ? `Type${name}` : name));
}

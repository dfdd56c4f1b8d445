/**
 * Checks the names of published components: their characters, and their uniqueness.
 */
import { normalizeTemplate } from '@sigil/core/building';
import type { MethodModel } from '../model/plugin-model.js';
import type { ClassNode } from './program/class-nodes.js';
import { compiler } from './program/compiler.js';
import { findScopeFaults, placeOfOption } from './check-options.js';
import { readArgument, readOptions, readScopes } from './marker-options.js';
import { findNamespace } from './markers.js';
import { type Place, placeOf, relativeName } from './program/problems.js';
import type { ClassNamespace, PublishedMethod } from './published-method.js';
import type { Reading } from './program/reading.js';

const allowedName = /^[A-Za-z0-9_.-]{1,64}$/;
const allowedNamespace = /^[A-Za-z0-9_-]{1,64}$/;

/** A component and the place that names it. */
export interface PlacedMethod {
  readonly model: MethodModel;
  readonly at: Place;
  readonly className: string;
  /** Present for a tool that names a view. */
  readonly atView?: Place;
}

/** A published class and the place that names it. */
export interface PlacedClass {
  readonly name: string;
  readonly at: Place;
}

/** Returns the full name of a tool or prompt; reports a name that clients would refuse, and returns `undefined`. */
export function checkName(method: PublishedMethod, chosen: string | undefined): string | undefined {
  const own = chosen ?? method.method;
  const name = method.namespace === undefined ? own : method.namespace.name + method.namespace.separator + own;
  if (allowedName.test(name)) return name;

  const says = name.length > 64 ? 'is longer than 64 characters' : 'has characters that are not allowed';
  const message = `${method.owner}: the name ${JSON.stringify(name)} ${says}`;
  method.reading.problems.add({ code: 'SIGIL020', at: placeOfName(method, chosen), message });
  return undefined;
}

/** Returns the namespace of a class, or of its nearest base class that has one. */
export function readNamespace(reading: Reading, chain: readonly ClassNode[]): ClassNamespace | undefined {
  const [[argument, optionsArgument] = []] = chain
    .map((declaration) => findNamespace(reading, declaration))
    .filter((all) => all.length > 0);
  const value = argument && readArgument(reading, argument);
  if (!argument || value === undefined) return undefined;
  const { separator = '_' } = readOptions(reading, optionsArgument) ?? {};
  // Sound because the compiler has checked the separator against its declared type.
  if (typeof value === 'string' && allowedNamespace.test(value)) return { name: value, separator: separator as string };

  const message = `the namespace ${JSON.stringify(value)} has characters that are not allowed`;
  const fix = 'Use characters out of A-Z, a-z, 0-9, "_" and "-".';
  reading.problems.add({ code: 'SIGIL020', at: placeOf(argument), message, fix });
  return undefined;
}

/** Returns the scopes for methods without their own: of a class, or of its nearest base class that has any. */
export function readClassScopes(reading: Reading, chain: readonly ClassNode[]): readonly string[] | undefined {
  const [argument] = chain.flatMap((declaration) => findNamespace(reading, declaration).slice(1, 2));
  const options = readOptions(reading, argument) ?? {};
  const [fault] = findScopeFaults(options.scopes);
  if (argument && fault) {
    const at = placeOfOption(argument, fault.path);
    reading.problems.add({ code: 'SIGIL025', at, message: `@Namespace: ${fault.says}`, fix: fault.fix });
  }
  return readScopes(options);
}

/** Reports components that clients could not distinguish: tools and prompts by name, resources by URI. */
export function reportDuplicates(reading: Reading, methods: readonly PlacedMethod[]): void {
  const firsts = new Map<string, PlacedMethod>();
  for (const method of methods) {
    const { model, at } = method;
    const first = firsts.get(keyOf(model));
    if (!first) {
      firsts.set(keyOf(model), method);
      continue;
    }
    const what = model.kind === 'resource' ? `resource ${model.uri}` : `${model.kind} "${model.name}"`;
    const message = `${what} of ${method.className} is published by ${first.className} too, at ${describePlace(reading, first.at)}`;
    reading.problems.add({ code: 'SIGIL021', at, message });
  }
}

/** Reports classes with the same name in different files, which a manifest could not distinguish. */
export function reportDuplicateClasses(reading: Reading, classes: readonly PlacedClass[]): void {
  const firsts = new Map<string, Place>();
  for (const { name, at } of classes) {
    const first = firsts.get(name);
    const message = `the class ${name} has the name of another one, at ${first ? describePlace(reading, first) : ''}`;
    if (first) reading.problems.add({ code: 'SIGIL021', at, message, fix: 'Rename one of the classes.' });
    else firsts.set(name, at);
  }
}

/** Returns a component's identity. Templates that differ only in variable names or in the query match the same URIs. */
function keyOf(model: MethodModel): string {
  if (model.kind !== 'resource') return `${model.kind} ${model.name}`;
  const form = normalizeTemplate(model.uri)
    .replace(/\{[?&][^}]*\}/, '')
    .replace(/\{\+?\w+\}/g, '{}');
  return `${model.isTemplate ? 'template' : 'resource'} ${form}`;
}

/** Returns a text such as `src/weather.ts:12:3`. */
export function describePlace(reading: Reading, place: Place): string {
  const { line, character } = place.file.getLineAndCharacterOfPosition(place.start);
  return `${relativeName(reading.folder, place.file.fileName)}:${line + 1}:${character + 1}`;
}

function placeOfName(method: PublishedMethod, chosen: string | undefined): Place {
  const options = method.marker.arguments[0];
  const property =
    chosen !== undefined && options && compiler.isObjectLiteralExpression(options)
      ? options.properties.find((one) => one.name?.getText() === 'name')
      : undefined;
  return placeOf(property ?? method.declaration.name);
}

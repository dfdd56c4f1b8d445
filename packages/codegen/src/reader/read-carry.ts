/**
 * Reads `static carry`: the fields that the next generation of a plugin restores, with their types.
 */
import type { JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { ts } from 'ts-morph';
import type { CarryModel } from '../model/plugin-model.js';
import type { Property } from '../model/schema-node.js';
import { findNearest } from './program/nearest-name.js';
import { readArgument } from './marker-options.js';
import type { PluginClass } from './plugin-classes.js';
import { compiler } from './program/compiler.js';
import { type Place, placeOf } from './program/problems.js';
import { placeOfDeclaration, type Reading } from './program/reading.js';
import { acceptsUndefined } from './types/absence.js';
import { Definitions } from './types/definitions.js';
import type { TypeReader } from './types/type-site.js';
import { type Bindings, writtenType } from './types/written-type.js';

/** A class that may carry state. */
export interface CarryingClass {
  readonly pluginClass: PluginClass;
  readonly name: string;
  readonly bindings: Bindings;
}

/** Returns the fields to carry; none where nothing is declared, or any problem was reported. */
export function readCarry(reader: TypeReader, carrying: CarryingClass): CarryModel | undefined {
  const declared = findDeclared(carrying.pluginClass);
  if (!declared) return undefined;
  const { reading } = reader;
  const { initializer } = declared;
  const owner = `state of "${carrying.name}"`;
  const value = initializer && readArgument(reading, initializer);
  if (!initializer || value === undefined) {
    if (!initializer) refuse(reading, placeOf(declared.name), { says: `${owner}: \`static carry\` has no value` });
    return undefined;
  }
  const wanted = readWanted(value);
  if (!wanted)
    return refuse(reading, placeOf(initializer), {
      says: `${owner}: \`static carry\` is no list of the names of fields`,
    });
  const definitions = new Definitions();
  const places = placesOf(initializer);
  const read = wanted.fields.map((field) =>
    readField(reader, carrying, { field, owner, definitions, at: places.get(field) ?? placeOf(initializer) }),
  );
  const properties = read.filter((one) => one !== undefined);
  if (properties.length < read.length) return undefined;
  return { version: wanted.version, node: { kind: 'object', properties } };
}

/** Returns the declaration of the class itself, else of the nearest base. A static method of that name does not count. */
function findDeclared({ chain }: PluginClass): ts.PropertyDeclaration | undefined {
  const members = chain.flatMap((declaration) => [...declaration.compilerNode.members]);
  return members.find(
    (member): member is ts.PropertyDeclaration =>
      compiler.isPropertyDeclaration(member) &&
      compiler.isIdentifier(member.name) &&
      member.name.text === 'carry' &&
      (compiler.getCombinedModifierFlags(member) & compiler.ModifierFlags.Static) !== 0,
  );
}

interface Wanted {
  readonly version: number;
  readonly fields: readonly string[];
}

/** Reads `['a', 'b']` or `{ version: 2, fields: ['a', 'b'] }`. */
function readWanted(value: JsonValue): Wanted | undefined {
  const { version = 1, fields, ...others } = isJsonObject(value) ? value : { fields: value };
  if (Object.keys(others).length > 0 || typeof version !== 'number' || !Number.isSafeInteger(version)) return undefined;
  const isList = Array.isArray(fields) && fields.length > 0 && new Set(fields).size === fields.length;
  return isList && fields.every((field) => typeof field === 'string') ? { version, fields } : undefined;
}

interface WantedField {
  readonly field: string;
  readonly owner: string;
  readonly definitions: Definitions;
  readonly at: Place;
}

function readField(
  reader: TypeReader,
  { pluginClass, bindings }: CarryingClass,
  { field, owner, definitions, at }: WantedField,
): Property | undefined {
  const { reading } = reader;
  const { checker } = reading;
  const symbol = checker.getPropertyOfType(pluginClass.instance, field);
  const declaration = symbol?.valueDeclaration;
  const fault = faultOf(pluginClass, field, declaration);
  if (!symbol || !declaration || fault) {
    const says = fault?.says ?? 'there is no such field';
    const fix = fault?.fix ?? nearestOf(reading, pluginClass, field);
    return refuse(reading, at, { says: `${owner}: "${field}": ${says}`, ...(fix !== undefined && { fix }) });
  }
  const type = checker.getTypeOfSymbolAtLocation(symbol, pluginClass.declaration.compilerNode);
  const written = writtenType(
    'type' in declaration ? (declaration.type as ts.TypeNode | undefined) : undefined,
    bindings,
  );
  const place = placeOfDeclaration(reading, declaration, at);
  const site = { at: place, owner, role: 'parameter', noun: 'field', path: field, written, definitions } as const;
  const node = reader.readPresent(type, site);
  const isOptional = (symbol.flags & compiler.SymbolFlags.Optional) !== 0 || acceptsUndefined(type);
  return node && { name: field, node, isRequired: !isOptional };
}

interface Fault {
  readonly says: string;
  readonly fix?: string;
}

function faultOf({ chain }: PluginClass, field: string, declaration: ts.Declaration | undefined): Fault | undefined {
  if (declaration) {
    const isField = compiler.isPropertyDeclaration(declaration) || compiler.isParameter(declaration);
    return isField ? undefined : { says: 'it is no field' };
  }
  const bare = field.replace(/^#/, '');
  const isHidden = chain.some(({ compilerNode }) =>
    compilerNode.members.some(({ name }) => name && compiler.isPrivateIdentifier(name) && name.text === `#${bare}`),
  );
  return isHidden
    ? {
        says: 'nothing outside of the class reaches #fields',
        fix: `Write \`private ${bare}\` instead of \`#${bare}\`.`,
      }
    : undefined;
}

function nearestOf({ checker }: Reading, { instance }: PluginClass, field: string): string | undefined {
  const fields = checker.getPropertiesOfType(instance).filter(({ flags }) => flags & compiler.SymbolFlags.Property);
  const nearest = findNearest(
    field,
    fields.map(({ name }) => name),
  );
  return nearest === undefined ? undefined : `Write "${nearest}" instead.`;
}

/** Returns the place of each name in the list. */
function placesOf(initializer: ts.Expression): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node)) places.set(node.text, placeOf(node));
    compiler.forEachChild(node, visit);
  };
  visit(initializer);
  return places;
}

function refuse(reading: Reading, at: Place, { says, fix }: Fault): undefined {
  reading.problems.add({ code: 'SIGIL082', at, message: says, ...(fix !== undefined && { fix }) });
  return undefined;
}

/**
 * Reads the arguments of the decorators. The compiler checks their shape; here they only have to be static.
 */
import type { Annotations, CacheHint, Icon, JsonObject, JsonValue, ToolVisibility } from '@sigil/core';
import type { FormerNames } from '@sigil/core/building';
import { isJsonObject } from '@sigil/core/building';
import type { ts } from 'ts-morph';
import type { ToolModel } from '../model/plugin-model.js';
import { findOptions, schemaOptions } from './author-schemas.js';
import { placeOf } from './program/problems.js';
import type { Reading } from './program/reading.js';
import { evaluateStatic, evaluateWithout, type StaticValue } from './static-value.js';

/** Options common to all decorators. */
export interface CommonOptions {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly scopes?: readonly string[];
}

/** Evaluates an options object; reports one that is not static, and returns `undefined`. */
export function readOptions(reading: Reading, expression: ts.Expression | undefined): JsonObject | undefined {
  if (!expression) return {};
  const value = readArgument(reading, expression);
  if (value === undefined) return undefined;
  return isJsonObject(value) ? value : {};
}

/** Evaluates the options of a tool, of which schemas are not static; otherwise as `readOptions`. */
export function readOptionsOfTool(reading: Reading, expression: ts.Expression | undefined): JsonObject | undefined {
  const literal = findOptions(reading, expression);
  if (!literal) return readOptions(reading, expression);
  const value = readStatic(reading, evaluateWithout(reading, literal, schemaOptions));
  return value === undefined || isJsonObject(value) ? value : {};
}

/** Evaluates one argument; reports one that is not static, and returns `undefined`. */
export function readArgument(reading: Reading, expression: ts.Expression): JsonValue | undefined {
  return readStatic(reading, evaluateStatic(reading, expression));
}

function readStatic(reading: Reading, found: StaticValue): JsonValue | undefined {
  if (!('notStatic' in found)) return found.value ?? {};

  const message = `${shorten(found.notStatic.getText())} is not known until the program runs`;
  reading.problems.add({ code: 'SIGIL017', at: placeOf(found.notStatic), message });
  return undefined;
}

/** Reads the options common to all decorators. */
export function readCommonOptions(options: JsonObject): CommonOptions {
  return {
    ...textOption(options, 'name'),
    ...textOption(options, 'title'),
    ...textOption(options, 'description'),
    ...(Array.isArray(options.icons) && { icons: readIcons(options.icons) }),
    ...scopesIn(options),
  };
}

/** Returns the option under its own name if it is a string. */
export function textOption<Name extends string>(options: JsonObject, name: Name): { readonly [key in Name]?: string } {
  const value = options[name];
  // Sound because the only key that is set is `name`.
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [key in Name]?: string };
}

/** Returns the option under its own name if it is a boolean. */
export function flagOption<Name extends string>(options: JsonObject, name: Name): { readonly [key in Name]?: boolean } {
  const value = options[name];
  // Sound because the only key that is set is `name`.
  return (typeof value === 'boolean' ? { [name]: value } : {}) as { readonly [key in Name]?: boolean };
}

/** Reads the annotations of a resource. */
export function readAnnotations(options: JsonObject): Annotations | undefined {
  // Sound because the compiler has checked the decorator's argument against its declared type.
  return isJsonObject(options.annotations) ? (options.annotations as Annotations) : undefined;
}

/** Reads the cache lifetime of a resource. */
export function readCache(options: JsonObject): { readonly cache?: CacheHint } {
  // Sound because the compiler has checked the decorator's argument against its declared type.
  return isJsonObject(options.cache) ? { cache: options.cache as unknown as CacheHint } : {};
}

/** Reads the required scopes; `undefined` where none are declared, an empty list where the author requires none. */
export function readScopes({ scopes }: JsonObject): readonly string[] | undefined {
  // Sound because the compiler has checked the decorator's argument against its declared type.
  return Array.isArray(scopes) ? (scopes as readonly string[]) : undefined;
}

/** Reads a tool's options for its calls and for gateways. */
export function readToolOptions(
  options: JsonObject,
): Pick<ToolModel, 'task' | 'resumable' | 'always' | 'view' | 'visibility' | 'meta' | 'formerly'> {
  const { task, resumable, always, meta, formerly } = options;
  return {
    ...((task === 'optional' || task === 'required') && { task }),
    ...(resumable === true && { resumable }),
    ...(always === true && { always }),
    ...textOption(options, 'view'),
    ...readVisibility(options),
    ...(isJsonObject(meta) && { meta }),
    // Sound because the compiler has checked the decorator's argument against its declared type.
    ...(isJsonObject(formerly) && { formerly: formerly as FormerNames }),
  };
}

/** Leaves the default out. */
function readVisibility({ visibility }: JsonObject): Pick<ToolModel, 'visibility'> {
  if (!Array.isArray(visibility)) return {};
  const callers = callersOfTools.filter((caller) => visibility.includes(caller));
  return callers.length < callersOfTools.length ? { visibility: callers } : {};
}

const callersOfTools: readonly ToolVisibility[] = ['model', 'app'];

function scopesIn(options: JsonObject): Pick<CommonOptions, 'scopes'> {
  const scopes = readScopes(options);
  return scopes ? { scopes } : {};
}

function readIcons(icons: readonly JsonValue[]): readonly Icon[] {
  // Sound because the compiler has checked the decorator's argument against its declared type.
  return icons as unknown as readonly Icon[];
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 60 || line !== text ? `${line.slice(0, 60)}…` : line;
}

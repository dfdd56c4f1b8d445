/**
 * Checks decorator options with values that the compiler accepts but clients refuse: icons, keys of `_meta`, scopes, and cache
 * lifetimes; and options that contradict each other.
 *
 * Spec: 2025-11-25 basic#icons, basic#_meta, 2026-07-28 server/utilities/caching
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { ts } from 'ts-morph';
import { compiler } from './program/compiler.js';
import { type Place, placeOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';

/** An option with a value that clients refuse. */
export interface OptionFault {
  /** The path from the options object. */
  readonly path: readonly (string | number)[];
  readonly says: string;
  readonly fix: string;
}

/** Returns whether every option has a value that clients accept; reports the others. */
export function areOptionsFine(
  method: PublishedMethod,
  options: JsonObject,
  expression: ts.Expression | undefined,
): boolean {
  const faults = [
    ...findIconFaults(options.icons),
    ...findMetaFaults(options.meta),
    ...findCacheFaults(options.cache),
    ...findScopeFaults(options.scopes),
    ...findResumingFaults(options),
    ...findViewFaults(options),
  ];
  for (const { path, says, fix } of faults) {
    const at = placeOfOption(expression ?? method.marker.decorator.compilerNode, path);
    method.reading.problems.add({ code: 'SIGIL025', at, message: `${method.owner}: ${says}`, fix });
  }
  return faults.length === 0;
}

/** Returns whether every argument with a former name exists under its declared current name; reports the others. */
export function areFormerNamesFine(
  method: PublishedMethod,
  { formerly }: JsonObject,
  inputs: readonly string[],
): boolean {
  const renamed = isJsonObject(formerly) && isJsonObject(formerly.arguments) ? formerly.arguments : {};
  const wrong = Object.entries(renamed).filter(([, now]) => typeof now !== 'string' || !inputs.includes(now));
  const expression = method.marker.arguments[0] ?? method.marker.decorator.compilerNode;
  for (const [before, now] of wrong) {
    const message = `${method.owner}: the argument ${shorten(before)} is said to be ${shorten(String(now))} now, which is none`;
    const fix = 'Name an argument that the tool has.';
    method.reading.problems.add({
      code: 'SIGIL025',
      at: placeOfOption(expression, ['formerly', 'arguments', before]),
      message,
      fix,
    });
  }
  return wrong.length === 0;
}

function findIconFaults(icons: JsonValue | undefined): OptionFault[] {
  const list: readonly JsonValue[] = Array.isArray(icons) ? icons : [];
  const fix = 'Use an https: or data: URI.';
  return list.flatMap((icon, index) => {
    const src = isJsonObject(icon) ? icon.src : undefined;
    if (typeof src !== 'string' || isIconSource(src)) return [];
    return [{ path: ['icons', index, 'src'], says: `the icon ${shorten(src)} is not one that clients load`, fix }];
  });
}

function isIconSource(src: string): boolean {
  return /^(https:\/\/[^\s/]|data:)/i.test(src) && URL.canParse(src);
}

/** Returns faults in keys, which look like `owner` or `example.com/owner`. */
function findMetaFaults(meta: JsonValue | undefined): OptionFault[] {
  const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
  const allowed = new RegExp(`^(?:${label}(?:\\.${label})*/)?[A-Za-z0-9](?:[\\w.-]*[A-Za-z0-9])?$`);
  const fix = 'Use letters, digits, "_", "." and "-", after a prefix such as "example.com/" where one is wanted.';
  return Object.keys(isJsonObject(meta) ? meta : {})
    .filter((key) => !allowed.test(key))
    .map((key) => ({ path: ['meta', key], says: `${shorten(key)} is no key that metadata may have`, fix }));
}

function findCacheFaults(cache: JsonValue | undefined): OptionFault[] {
  const ttlMs = isJsonObject(cache) ? cache.ttlMs : undefined;
  if (typeof ttlMs !== 'number' || (Number.isSafeInteger(ttlMs) && ttlMs >= 0)) return [];
  const says = `${ttlMs} is no number of milliseconds to keep what was read`;
  return [{ path: ['cache', 'ttlMs'], says, fix: 'Use a whole number, 0 or more.' }];
}

/** Returns a fault where the method cannot be begun again, or must not be. */
function findResumingFaults({ resumable, task, idempotent }: JsonObject): OptionFault[] {
  if (resumable !== true) return [];
  const path = ['resumable'];
  if (task === undefined)
    return [{ path, says: 'only a task is begun again', fix: "Add `task: 'optional'` or `task: 'required'`." }];
  if (idempotent !== false) return [];
  const says = 'a method that is begun again may run twice, and its repetition is said to have a further effect';
  return [{ path, says, fix: 'Leave one of `resumable: true` and `idempotent: false` out.' }];
}

/** Returns faults in the view of a tool: one that nobody may call, and metadata that the options write. */
function findViewFaults({ view, visibility, meta }: JsonObject): OptionFault[] {
  if (Array.isArray(visibility) && visibility.length === 0)
    return [{ path: ['visibility'], says: 'nobody may call it', fix: "Name 'model', 'app' or both." }];
  const isTwice = isJsonObject(meta) && 'ui' in meta && (view !== undefined || visibility !== undefined);
  const says = 'its metadata has "ui", which `view` and `visibility` write';
  return isTwice ? [{ path: ['meta', 'ui'], says, fix: 'Remove "ui" from the metadata.' }] : [];
}

/** Characters allowed in a scope. Spec: RFC 6749, section 3.3 */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Returns faults in the names of scopes. */
export function findScopeFaults(scopes: JsonValue | undefined): OptionFault[] {
  const list: readonly JsonValue[] = Array.isArray(scopes) ? scopes : [];
  const fix = 'Use letters, digits and marks such as ":" and ".", without spaces, quotes and backslashes.';
  return list.flatMap((scope, index) => {
    if (typeof scope !== 'string' || scopeToken.test(scope)) return [];
    return [{ path: ['scopes', index], says: `the scope ${shorten(scope)} is none that a token can have`, fix }];
  });
}

/**
 * Returns the place of the innermost part of the expression that the path leads to; for a value declared elsewhere, the place of
 * the reference.
 */
export function placeOfOption(expression: ts.Node, path: readonly (string | number)[]): Place {
  return placeOf(findOption(expression, path));
}

/** Returns the place of the value of an option, without its name. */
export function placeOfValue(expression: ts.Node, path: readonly (string | number)[]): Place {
  const option = findOption(expression, path);
  return placeOf(compiler.isPropertyAssignment(option) ? option.initializer : option);
}

function findOption(expression: ts.Node, path: readonly (string | number)[]): ts.Node {
  let node = expression;
  for (const step of path) {
    const value = compiler.isPropertyAssignment(node) ? node.initializer : node;
    const inner = typeof step === 'number' ? elementAt(value, step) : propertyNamed(value, step);
    if (!inner) break;
    node = inner;
  }
  return node;
}

function elementAt(node: ts.Node, index: number): ts.Node | undefined {
  return compiler.isArrayLiteralExpression(node) ? node.elements[index] : undefined;
}

function propertyNamed(node: ts.Node, name: string): ts.Node | undefined {
  if (!compiler.isObjectLiteralExpression(node)) return undefined;
  return node.properties.find((one) => one.name && 'text' in one.name && one.name.text === name);
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

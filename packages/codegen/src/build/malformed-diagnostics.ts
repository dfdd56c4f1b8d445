/**
 * Reports texts of a built manifest that are not valid Unicode because they contain a lone surrogate: strict JSON parsers refuse
 * the whole message.
 */
import { isJsonObject, type Manifest, type MethodRef } from '@sigil/core/building';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { MethodModel, PluginModel } from '../model/plugin-model.js';
import type { SourcePlace } from '../model/source-place.js';

/** Returns one diagnostic for each part of the manifest with such a text, in display order. */
export function malformedDiagnostics(manifest: Manifest, { classes }: PluginModel): Diagnostic[] {
  const methods = new Map(
    classes.flatMap((owner) =>
      owner.methods.map((method) => [keyOf({ class: owner.name, ...method }), method] as const),
    ),
  );
  const { tools, resources, resourceTemplates, prompts, services = [] } = manifest;
  const ofMethods = [...tools, ...resources, ...resourceTemplates, ...prompts].map((entry) =>
    diagnose(entry, `method "${entry.origin.method}"`, (path) => placeIn(methods.get(keyOf(entry.origin)), path)),
  );
  const ofParts = [...manifest.classes, ...services].map((part) => diagnose(part, part.name, () => startOf(part.file)));
  const ofPackage = diagnose(manifest.plugin, 'the plugin', () => startOf('package.json'));
  return sortDiagnostics([...ofMethods, ...ofParts, ofPackage].filter((found) => found !== undefined));
}

function keyOf(origin: Pick<MethodRef, 'class' | 'method'>): string {
  return `${origin.class} ${origin.method}`;
}

function diagnose(
  part: unknown,
  owner: string,
  placeOf: (path: readonly string[]) => SourcePlace,
): Diagnostic | undefined {
  const path = findMalformed(part, []);
  if (!path) return undefined;
  const message = `${owner} publishes half of a surrogate pair, in ${JSON.stringify(path.join('.'))}`;
  return { code: 'SIGIL078', message, fix: diagnosticCodes.SIGIL078.remedy, ...placeOf(path) };
}

const loneSurrogate = /\p{Surrogate}/u;

/** @returns the path of names to the first such text, which may itself be a name */
function findMalformed(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return loneSurrogate.test(value) ? path : undefined;
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const inner = [...path, name];
    const found = loneSurrogate.test(name) ? inner : findMalformed(member, inner);
    if (found) return found;
  }
  return undefined;
}

/** Returns the place of the input that the path leads to, else of the method. */
function placeIn(method: MethodModel | undefined, path: readonly string[]): SourcePlace {
  const [schema, properties, input = ''] = path;
  const isInput = schema === 'inputSchema' && properties === 'properties';
  return (isInput ? method?.placeOfInput.get(input) : undefined) ?? method?.at ?? startOf('package.json');
}

function startOf(file: string): SourcePlace {
  return { file, line: 1, column: 1, length: 1 };
}

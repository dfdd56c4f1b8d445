/**
 * Writes the entry module of a plugin's bundle: it imports the class modules and exports the members of `PluginModule`.
 */
import { pluginAbi } from '@sigil/core/building';
import { generatedNames } from '../plugin-code/write-decoders.js';
import type { InjectionModel, PartModel, PluginModel } from '../model/plugin-model.js';

/**
 * Returns the module's text; `decoders` is the name under which it imports the generated decoders, unless they are in the same
 * file.
 */
export function writeEntry(model: PluginModel, decoders?: string): string {
  const { classes, services = [], unpublished = [], construction } = model;
  const rows = classes.map(({ name }, index) => `  [${JSON.stringify(name)}, class_${index}],`);
  return [
    ...classes.map((one, index) => writeImport(one, `class_${index}`)),
    ...services.map((one, index) => writeImport(one, `service_${index}`)),
    ...(decoders === undefined
      ? []
      : [`export { ${generatedNames(model).join(', ')} } from ${JSON.stringify(decoders)};`]),
    `export const abi = ${pluginAbi};`,
    'export const classes = new Map([',
    ...rows,
    ']);',
    ...(construction ? writeConstruction(model, construction) : []),
    ...(unpublished.length === 0 ? [] : [`export const unpublished = ${JSON.stringify(unpublished)};`]),
    '',
  ].join('\n');
}

function writeImport({ exportName, file }: PartModel, name: string): string {
  return `import { ${JSON.stringify(exportName)} as ${name} } from ${JSON.stringify(`./${file}`)};`;
}

/** Writes one line for each part, after its dependencies. */
function writeConstruction({ classes, services = [] }: PluginModel, construction: readonly string[]): string[] {
  const parts = new Map<string, { readonly part: PartModel; readonly call: string }>([
    ...classes.map((part, index) => [part.name, { part, call: `new class_${index}` }] as const),
    ...services.map(
      (part, index) => [part.name, { part, call: `${part.isFunction ? '' : 'new '}service_${index}` }] as const,
    ),
  ]);
  const variableOf = (name: string): string => `part_${construction.indexOf(name)}`;
  const lines = construction.flatMap((name) => {
    const found = parts.get(name);
    if (!found) return [];
    const given = found.part.parameters ?? (found.part.configuration ? [configured] : []);
    const values = given.map((parameter) => valueOf(parameter, name, variableOf));
    // Omits trailing parameters without a value, so that defaults that count arguments still work.
    while (values.at(-1) === 'undefined') values.pop();
    const call = `() => ${found.call}(${values.join(', ')})`;
    return `  const ${variableOf(name)} = make(${JSON.stringify(name)}, ${call});`;
  });
  return ['export const construct = (configured, make) => {', ...lines, '};'];
}

const configured: InjectionModel = { kind: 'configuration' };

function valueOf(parameter: InjectionModel, owner: string, variableOf: (name: string) => string): string {
  if (parameter.kind === 'part') return variableOf(parameter.name);
  return parameter.kind === 'configuration' ? `configured.get(${JSON.stringify(owner)})` : 'undefined';
}

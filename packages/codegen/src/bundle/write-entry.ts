/**
 * Writes the module that a plugin's bundle starts from: it imports the class modules and exports what `PluginModule` asks for.
 */
import { pluginAbi } from '@sigil/core/building';
import { generatedNames } from '../plugin-code/write-decoders.js';
import type { PluginModel } from '../model/plugin-model.js';

/** The module's text; `decoders` is the name under which it imports the generated decoders, when they are not in the same file. */
export function writeEntry({ classes, unpublished = [] }: PluginModel, decoders?: string): string {
  const imports = classes.map(
    ({ exportName, file }, index) =>
      `import { ${JSON.stringify(exportName)} as class_${index} } from ${JSON.stringify(`./${file}`)};`,
  );
  const rows = classes.map(({ name }, index) => `  [${JSON.stringify(name)}, class_${index}],`);
  return [
    ...imports,
    ...(decoders === undefined ? [] : [`export { ${generatedNames.join(', ')} } from ${JSON.stringify(decoders)};`]),
    `export const abi = ${pluginAbi};`,
    'export const classes = new Map([',
    ...rows,
    ']);',
    ...(unpublished.length === 0 ? [] : [`export const unpublished = ${JSON.stringify(unpublished)};`]),
    '',
  ].join('\n');
}

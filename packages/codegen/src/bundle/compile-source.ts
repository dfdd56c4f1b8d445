/**
 * Compiles one source file of a plugin as its bundle does, for those who run the files one by one.
 */
import { dirname, join } from 'node:path';
import { compilerSettings, loaderFor, target } from './compiler-settings.js';
import type { ChangedSource } from './insert-schemas.js';
import { bundler } from './load-bundler.js';

/**
 * Compiles `text` to JavaScript without decorators, by the plugin's own tsconfig.json.
 *
 * @param folder the plugin's, absolute
 * @param file the text's, absolute; need not be there
 * @throws Error when the text is not valid
 */
export async function compileSource(folder: string, file: string, text: string): Promise<ChangedSource> {
  const { outputFiles } = await bundler.build({
    absWorkingDir: folder,
    stdin: { contents: text, sourcefile: file, loader: loaderFor(file), resolveDir: dirname(file) },
    ...compilerSettings(folder),
    // Beside the source: the map names it from there, and so does whoever reads the map.
    outfile: join(dirname(file), 'source.js'),
    write: false,
    format: 'esm',
    platform: 'node',
    target,
    charset: 'utf8',
    sourcemap: 'external',
    logLevel: 'silent',
  });
  const code = outputFiles.find(({ path }) => path.endsWith('.js'));
  const map = outputFiles.find(({ path }) => path.endsWith('.map'));
  if (!code || !map) throw new Error('the compiler wrote no code, or no source map');
  return { code: code.text, map: map.text };
}

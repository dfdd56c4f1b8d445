/**
 * Compiles one source file of a plugin as its bundle does, for programs that run the files one by one.
 */
import { dirname, join } from 'node:path';
import { compilerSettings, loaderFor, target } from './compiler-settings.js';
import type { ChangedSource } from './insert-schemas.js';
import { bundler } from './load-bundler.js';

/**
 * Compiles `text` to JavaScript without decorators, using the plugin's own tsconfig.json.
 *
 * @param folder the plugin's, absolute
 * @param file the path of the text, absolute; need not exist
 * @throws Error when the text is not valid
 */
export async function compileSource(folder: string, file: string, text: string): Promise<ChangedSource> {
  const { outputFiles } = await bundler.build({
    absWorkingDir: folder,
    stdin: { contents: text, sourcefile: file, loader: loaderFor(file), resolveDir: dirname(file) },
    ...compilerSettings(folder),
    // In the source's folder, because the map names the source relative to it.
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

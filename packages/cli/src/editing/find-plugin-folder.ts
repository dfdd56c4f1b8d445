/**
 * Finds the plugin that a file belongs to: the nearest folder above whose package.json says so.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the plugin's folder; `undefined` for a file of no plugin, of an installed package, or of a build's output.
 *
 * @param text the file's text: a file that imports the decorators belongs to a plugin, whatever the package.json says
 */
export function findPluginFolder(path: string, text = ''): string | undefined {
  if (path.includes('/node_modules/')) return undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const packageJson = readText(`${folder}/package.json`);
    // One without a name only says how its folder is loaded.
    if (packageJson?.includes('"name"')) {
      // An author may be amid an edit of it, so it need not be valid.
      const isPlugin = marks.test(packageJson) || text.includes('@sigil/core');
      return isPlugin && !path.startsWith(`${folder}/dist/`) ? folder : undefined;
    }
    if (dirname(folder) === folder) return undefined;
  }
}

const marks = /"@sigil\/core"|"sigil"\s*:/;

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The installed packages whose code a plugin's builds load.
 *
 * Node keeps the code of a package that it has loaded, so only another process runs the version that is installed later.
 */
import type { BuildInputs } from '@sigil/codegen/inputs';

/** Finds the innermost package of a script. */
const script = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/].*\.[cm]?js$/s;

export class InstalledPackages {
  /** The hash of each package.json in the build that loaded the package first. */
  readonly #hashes = new Map<string, string>();

  /** Takes the inputs of a build, and returns the names of the packages that differ from the build before, sorted. */
  update({ files }: BuildInputs): readonly string[] {
    const changed = new Set<string>();
    for (const path of files.keys()) {
      const [, folder = '', name = ''] = script.exec(path) ?? [];
      const place = `${folder}/package.json`;
      const hash = files.get(place);
      if (hash === undefined) continue;
      if ((this.#hashes.get(place) ?? hash) !== hash) changed.add(name.replace('\\', '/'));
      this.#hashes.set(place, hash);
    }
    return [...changed].sort();
  }
}

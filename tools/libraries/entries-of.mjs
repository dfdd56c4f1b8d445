/**
 * Determines from a package.json which sources become separate modules when the package is built.
 */

/**
 * @typedef {object} PackageFile
 * @property {Readonly<Record<string, unknown>>} [exports] those with a source are entries
 * @property {SigilKey} [sigil]
 */

/**
 * @typedef {object} SigilKey
 * @property {readonly string[]} [programs] sources that are started: as a program, a worker or a process
 * @property {readonly string[]} [alone] sources that are loaded by `import()` and share no module with the exports, so that bundlers find only what these need
 */

/**
 * Returns the sources in groups that share modules: exports load into one process and must share their classes, while each program has
 * its own process.
 * No group when a package is not bundled.
 *
 * @param {PackageFile} manifest
 * @returns {string[][]} relative to the package's folder
 */
export function entriesOf({ exports = {}, sigil: { programs = [], alone = [] } = {} }) {
  const exported = Object.values(exports).flatMap((target) => {
    const source = typeof target === 'object' && target !== null ? Reflect.get(target, '@sigil/source') : undefined;
    return typeof source === 'string' ? [source] : [];
  });
  return [...(exported.length > 0 ? [exported] : []), ...[...alone, ...programs].map((source) => [source])];
}

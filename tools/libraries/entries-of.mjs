/**
 * Determines from a package.json which sources become separate modules when the package is built.
 */

/**
 * @typedef {object} PackageFile
 * @property {Readonly<Record<string, unknown>>} [exports] those with a source are entries
 * @property {{ readonly programs?: readonly string[] }} [sigil] sources that are started: as a program, a worker or a process
 */

/**
 * Returns the sources in groups that share modules: all exports load into one process and must share their classes, while each
 * program has its own process. No group when a package is not bundled.
 *
 * @param {PackageFile} manifest
 * @returns {string[][]} relative to the package's folder
 */
export function entriesOf({ exports = {}, sigil: { programs = [] } = {} }) {
  const exported = Object.values(exports).flatMap((target) => {
    const source = typeof target === 'object' && target !== null ? Reflect.get(target, '@sigil/source') : undefined;
    return typeof source === 'string' ? [source] : [];
  });
  return [...(exported.length > 0 ? [exported] : []), ...programs.map((program) => [program])];
}

/**
 * Checks a planned release: one version for all published packages, and a tarball with code for each.
 */

/**
 * @typedef {object} PlannedPackage
 * @property {string} name
 * @property {string} before its current version
 * @property {string} after its version in the release
 * @property {string} main the file loaded when its name is imported
 */

/**
 * @typedef {object} PackedPackage
 * @property {string} name
 * @property {string} version
 * @property {number} size in bytes, compressed
 * @property {readonly { readonly path: string }[]} files
 */

/**
 * @param {readonly PlannedPackage[]} planned every published package
 * @param {readonly PackedPackage[]} packed reported by `npm pack`
 * @returns {string[]} a line for each reason not to release
 */
export function findReleaseProblems(planned, packed) {
  const versions = [...new Set(planned.map(({ after }) => after))];
  const apart =
    versions.length > 1
      ? [`published packages must have one version, got ${planned.map((it) => `${it.name} ${it.after}`).join(', ')}`]
      : [];
  const unpacked = planned
    .filter(({ name }) => !packed.some((it) => it.name === name))
    .map(({ name }) => `npm packed no tarball of ${name}`);
  const empty = planned.flatMap(({ name, main }) => {
    const files = packed.find((it) => it.name === name)?.files;
    const isThere = files === undefined || files.some(({ path }) => path === main);
    return isThere ? [] : [`the tarball of ${name} lacks ${main}: build it first`];
  });
  return [...apart, ...unpacked, ...empty];
}

/**
 * @param {readonly PlannedPackage[]} planned
 * @param {readonly PackedPackage[]} packed
 * @returns {string[]} a line about the version, then a line for each package
 */
export function describeRelease(planned, packed) {
  const [first] = planned;
  const changes = first && first.before !== first.after;
  const head = changes ? `${first.before} becomes ${first.after}` : 'no changeset: nothing would be released';
  const width = Math.max(...packed.map(({ name }) => name.length));
  const line = (/** @type {PackedPackage} */ { name, files, size }) =>
    `  ${name.padEnd(width)}  ${String(files.length).padStart(3)} files  ${(size / 1000).toFixed(0).padStart(4)} kB`;
  return [head, ...packed.map(line)];
}

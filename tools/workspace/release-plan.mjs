/**
 * Checks a planned release: one version for all published packages, and a tarball with code for each.
 */

/**
 * @typedef {object} PlannedPackage
 * @property {string} name
 * @property {string} before its current version
 * @property {string} after its version in the release
 * @property {string} main the file loaded when its name is imported
 * @property {boolean} hasRepository whether its package.json names the repository, which npm compares with the place of the build
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
 * @param {string} changelog the text of CHANGELOG.md
 * @param {string} version
 * @returns {'released' | 'unreleased' | undefined} the state in the heading of the version's section, undefined without a section
 */
export function findSection(changelog, version) {
  const headings = changelog.split('\n').map((line) => line.trimEnd());
  if (headings.includes(`## ${version}, not released yet`)) return 'unreleased';
  return headings.includes(`## ${version}`) ? 'released' : undefined;
}

/**
 * @param {readonly PlannedPackage[]} planned
 * @param {readonly PackedPackage[]} packed
 * @param {{ changelog: string, noteCount: number }} notes the text of CHANGELOG.md, and the number of notes in `.changeset`
 * @returns {string[]} lines about the version, then a line for each package
 */
export function describeRelease(planned, packed, notes) {
  const width = Math.max(...packed.map(({ name }) => name.length));
  const line = (/** @type {PackedPackage} */ { name, files, size }) =>
    `  ${name.padEnd(width)}  ${String(files.length).padStart(3)} files  ${(size / 1000).toFixed(0).padStart(4)} kB`;
  return [...describeVersion(planned, notes), ...describeProvenance(planned), ...packed.map(line)];
}

/** @param {readonly PlannedPackage[]} planned @returns {string[]} */
function describeProvenance(planned) {
  const count = planned.filter(({ hasRepository }) => !hasRepository).length;
  if (count === 0) return [];
  return [`packages without "repository", which cannot be published with provenance: ${count}`];
}

/** @param {readonly PlannedPackage[]} planned @param {{ changelog: string, noteCount: number }} notes @returns {string[]} */
function describeVersion([first], { changelog, noteCount }) {
  if (first === undefined) return ['no published package: nothing would be released'];
  const { before, after } = first;
  if (findSection(changelog, before) === 'unreleased') {
    const missing = `notes of .changeset that are not yet in the section "${before}" of CHANGELOG.md: ${noteCount}`;
    return [`${before} would be released for the first time`, ...(noteCount > 0 ? [missing] : [])];
  }
  if (before === after) return [`no changeset: the version stays ${before}`];
  const hasSection = findSection(changelog, after) !== undefined;
  return [`${before} becomes ${after}`, ...(hasSection ? [] : [`CHANGELOG.md has no section "${after}" yet`])];
}

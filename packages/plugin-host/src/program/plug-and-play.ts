/**
 * Yarn's Plug'n'Play, which keeps packages in archives: the compiler, processes of plugins and their files need folders.
 */

/** Returns what to do if this process runs under Plug'n'Play. */
export function describePlugAndPlay(versions: NodeJS.ProcessVersions = process.versions): string | undefined {
  if (versions['pnp'] === undefined) return undefined;
  return "Yarn's Plug'n'Play is not supported: write `nodeLinker: node-modules` into .yarnrc.yml, and run `yarn install`";
}

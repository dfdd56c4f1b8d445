/**
 * Answers pnpm's question whether the install script of esbuild may run: it is not needed, so no. Without an answer pnpm fails.
 */
import { parseDocument } from 'yaml';

/** @param {import('@nx/devkit').Tree} tree whose `pnpm-workspace.yaml`, if there is one, gets the answer when it has none */
export function refuseBuildOfEsbuild(tree) {
  const file = 'pnpm-workspace.yaml';
  const text = tree.read(file, 'utf8');
  if (text === null) return;
  const document = parseDocument(text);
  const { allowBuilds = {}, onlyBuiltDependencies = [], ignoredBuiltDependencies = [] } = document.toJS() ?? {};
  if ('esbuild' in allowBuilds || [...onlyBuiltDependencies, ...ignoredBuiltDependencies].includes('esbuild')) return;
  document.setIn(['allowBuilds', 'esbuild'], false);
  tree.write(file, document.toString());
}

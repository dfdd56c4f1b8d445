/**
 * Refuses imports that leave their package in a way its layer or its package.json does not allow.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import { importsOf } from '../workspace/parse-source.ts';
import { isTestFile, type SourceFile } from '../workspace/source-file.ts';
import type { Layer, Workspace, WorkspacePackage } from '../workspace/workspace.ts';
import { mayImport, testsMayAlsoImport } from './layers.ts';

/** The layers that run anywhere, with all their allowed dependencies. Contracts is one of them, so it cannot use a compiler. */
const pureLayers: Partial<Record<Layer, ReadonlySet<string>>> = {
  core: new Set(['reflect-metadata']),
  contracts: new Set(['@sigil/core', 'stemmer']),
};
const sharedConfiguration = 'vitest.shared.ts';

/**
 * Checks every import of every package against the layer table, the package's dependencies, and the purity of core and contracts.
 */
export function checkBoundaries(workspace: Workspace): Problem[] {
  return workspace.packages.flatMap((owner) => [
    ...checkPureDependencies(owner),
    ...owner.sources.flatMap((file) => checkFile(file, owner, workspace)),
  ]);
}

function checkPureDependencies(owner: WorkspacePackage): Problem[] {
  const allowed = pureLayers[owner.layer];
  if (!allowed) return [];
  return Object.keys(owner.manifest.dependencies ?? {})
    .filter((name) => !allowed.has(name))
    .map((name) => ({ file: `${owner.folder}/package.json`, message: `${owner.layer} may not depend on "${name}"` }));
}

function checkFile(file: SourceFile, owner: WorkspacePackage, workspace: Workspace): Problem[] {
  return importsOf(file).flatMap(({ specifier, line }) => {
    const message = refusalOf(specifier, { file, owner, workspace });
    return message === undefined ? [] : [{ file: file.path, line, message }];
  });
}

interface Importer {
  readonly file: SourceFile;
  readonly owner: WorkspacePackage;
  readonly workspace: Workspace;
}

function refusalOf(specifier: string, importer: Importer): string | undefined {
  if (specifier.startsWith('.')) return refusalOfRelative(specifier, importer);
  if (isBuiltin(specifier)) return refusalOfBuiltin(specifier, importer);
  const name = packageNameOf(specifier);
  const target = importer.workspace.packages.find(({ manifest }) => manifest.name === name);
  if (target) return refusalOfOurs(specifier, target, importer);
  return refusalOfUndeclared(name, importer);
}

function refusalOfRelative(specifier: string, { file, owner }: Importer): string | undefined {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (target === sharedConfiguration || target.startsWith(`${owner.folder}/`)) return undefined;
  return `"${specifier}" leaves the package; import the other package by its name`;
}

function refusalOfBuiltin(specifier: string, { file, owner }: Importer): string | undefined {
  if (!pureLayers[owner.layer] || isTestFile(file.path)) return undefined;
  return `${owner.layer} may not import the Node module "${specifier}"`;
}

function refusalOfOurs(specifier: string, target: WorkspacePackage, importer: Importer): string | undefined {
  const { file, owner } = importer;
  const allowed = isTestFile(file.path)
    ? [...mayImport[owner.layer], ...testsMayAlsoImport[owner.layer]]
    : mayImport[owner.layer];
  if (target === owner) return `"${specifier}" is this package itself; import its files by their paths`;
  if (!allowed.includes(target.layer))
    return `layer "${owner.layer}" may not import "${specifier}" of layer "${target.layer}"`;

  const subpath = `.${specifier.slice(target.manifest.name.length)}`;
  if (!(subpath in (target.manifest.exports ?? {})))
    return `"${specifier}" is not among the exports of ${target.manifest.name}`;
  return refusalOfUndeclared(target.manifest.name, importer);
}

function refusalOfUndeclared(name: string, { file, owner, workspace }: Importer): string | undefined {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = owner.manifest;
  const declared = { ...dependencies, ...peerDependencies, ...optionalDependencies };
  if (name in declared) return undefined;
  // Sources for browsers are bundled with all that they import, as views are by the build of their plugin.
  const isForBrowsers = ['src/browser/', 'views/'].some((part) => file.path.startsWith(`${owner.folder}/${part}`));
  const isBundled = isForBrowsers || file.path.endsWith('/build-assets.mjs');
  const mayUseDevDependencies = isTestFile(file.path) || owner.layer === 'tool' || isBundled;
  if (mayUseDevDependencies && (name in (devDependencies ?? {}) || workspace.sharedDevDependencies.has(name)))
    return undefined;
  // The plugin under test; the Vite plugin of @sigil/testing provides the module.
  if (name === 'sigil:plugin' && isTestFile(file.path))
    return refusalOfUndeclared('@sigil/testing', { file, owner, workspace });
  return `"${name}" is not a dependency in ${owner.folder}/package.json`;
}

function packageNameOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

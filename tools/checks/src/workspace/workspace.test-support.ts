import type { SourceFile } from './source-file.ts';
import type { Layer, PackageManifest, Workspace, WorkspacePackage } from './workspace.ts';

interface PackageSketch {
  readonly layer: Layer;
  readonly manifest?: Partial<PackageManifest>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Creates a workspace of packages named `@sigil/<folder>`, each with an `exports` of only its root. */
export function workspaceOf(packages: Readonly<Record<string, PackageSketch>>): Workspace {
  return {
    packages: Object.entries(packages).map(([name, sketch]) => packageOf(name, sketch)),
    sharedDevDependencies: new Set(['vitest']),
  };
}

function packageOf(name: string, { layer, manifest, files = {} }: PackageSketch): WorkspacePackage {
  const folder = `packages/${name}`;
  return {
    folder,
    layer,
    manifest: { name: `@sigil/${name}`, exports: { '.': './src/index.ts' }, ...manifest },
    sources: filesOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/src/${path}`, text]))),
  };
}

/** Creates source files from a table of path to text. */
export function filesOf(texts: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

/**
 * The workspace as data: its packages with their layers, and the sources of each.
 */
import type { SourceFile } from './source-file.ts';

/** The layers, from the centre of the star outwards. */
export const layers = [
  ...(['core', 'files', 'client', 'contracts', 'build', 'import', 'edge', 'view', 'console', 'server'] as const),
  ...(['framework', 'create', 'test', 'cli', 'app', 'plugin', 'tool'] as const),
] as const;

/** A package's place in the star, from the tag `layer:…` in its package.json. */
export type Layer = (typeof layers)[number];

/** The members of a package.json that the checks read. */
export interface PackageManifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, unknown>> | null>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly nx?: { readonly tags?: readonly string[] };
}

/** One package, app, plugin or tool, tests included. */
export interface WorkspacePackage {
  /** Path from the workspace's root: `packages/core`. */
  readonly folder: string;
  readonly layer: Layer;
  readonly manifest: PackageManifest;
  readonly sources: readonly SourceFile[];
}

export interface Workspace {
  readonly packages: readonly WorkspacePackage[];
  /** Names in the root package.json's `devDependencies`, which every test may import. */
  readonly sharedDevDependencies: ReadonlySet<string>;
}

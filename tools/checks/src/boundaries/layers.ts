/**
 * Lists which layer of the workspace may import which: the star of `docs/inside/architecture.md` as a table.
 *
 * Packages of one layer share nothing: an edge never imports another edge. `server` wires them, and so does a framework's module.
 */
import { layers, type Layer } from '../workspace/workspace.ts';

/** The layers that a layer's published sources may import. */
export const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  core: [],
  files: ['core'],
  client: ['core'],
  contracts: ['core'],
  build: ['core', 'contracts'],
  import: ['core', 'contracts', 'build'],
  edge: ['core', 'files', 'client'],
  view: [],
  console: ['core', 'client'],
  server: ['core', 'files', 'client', 'contracts', 'edge', 'console'],
  // A module for a framework that listens itself: it uses the edges as `server` does, and nothing of that.
  framework: ['core', 'edge'],
  create: [],
  test: ['core', 'client', 'contracts', 'build'],
  cli: ['core', 'files', 'client', 'contracts', 'build', 'import', 'edge', 'server', 'create', 'test'],
  app: ['core', 'files', 'client', 'contracts', 'build', 'import', 'edge', 'server', 'create', 'test', 'cli', 'plugin'],
  plugin: ['core', 'view'],
  tool: layers,
};

/** The layers that its tests may import beyond that. `core`, `contracts` and `build` have none: `test` depends on them. */
export const testsMayAlsoImport: Readonly<Record<Layer, readonly Layer[]>> = {
  core: [],
  files: [],
  client: ['test'],
  contracts: [],
  build: ['view'],
  import: ['test'],
  edge: ['build', 'test'],
  view: ['test'],
  console: ['test', 'view'],
  server: ['build', 'test', 'view'],
  framework: ['build', 'test'],
  create: [],
  test: [],
  cli: [],
  app: [],
  plugin: ['test'],
  tool: [],
};

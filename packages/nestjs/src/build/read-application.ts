/**
 * Reads the build of an application: its manifest, and the functions that were generated for its methods.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { Manifest, PluginModule } from '@sigil/core/building';
import { folderSource, type BuiltPlugin } from '@sigil/plugin-host';
import { SigilModuleError } from '../sigil-error.js';
import { findChangedSource } from './changed-source.js';
import { runBuild } from './run-build.js';

/** A build that fits the sources. */
export interface ReadApplication {
  readonly manifest: Manifest;
  readonly skillFiles?: Uint8Array;
  readonly viewFiles?: Uint8Array;
  /** Without classes: the application constructs them. */
  readonly generated: PluginModule;
}

/**
 * @param builds whether to build first what is missing or stale
 * @throws SigilModuleError that names the command to run
 */
export async function readApplication(folder: string, builds: boolean): Promise<ReadApplication> {
  if (builds && whyUnusable(folder)) await runBuild(folder);
  const why = whyUnusable(folder);
  if (why) throw new SigilModuleError(`${why}. ${remedy}`);
  const built = await folderSource(folder).read();
  const { manifest, skillFiles, viewFiles } = built;
  if (manifest.plugin.framework !== 'nestjs') throw new SigilModuleError(notAnApplication(folder));
  const files = { ...(skillFiles && { skillFiles }), ...(viewFiles && { viewFiles }) };
  return { manifest, generated: await evaluate(built), ...files };
}

const remedy =
  'Run `npx sigil build` after `nest build`, which may empty the folder; in development, SigilModule.forRoot({ build: true }) does it at each start';

function whyUnusable(folder: string): string | undefined {
  const manifest = join(folder, 'dist', 'manifest.json');
  if (!existsSync(manifest)) return `The tools of this application are not built: there is no ${manifest}`;
  const changed = findChangedSource(folder);
  return changed && `The tools of this application are built from other sources: ${changed} has changed since`;
}

function notAnApplication(folder: string): string {
  const key = '"sigil": { "framework": "nestjs" }';
  return `The build in ${join(folder, 'dist')} is that of a plugin, not of a NestJS application. Add "@sigil/nestjs" to the dependencies in its package.json, or ${key}, and run \`npx sigil build\``;
}

type Evaluate = (ownCore: object, core: object) => Promise<PluginModule>;

/** Evaluates the generated functions, which import nothing. */
async function evaluate({ code, codePath }: BuiltPlugin): Promise<PluginModule> {
  const module: { exports: unknown } = { exports: {} };
  compileFunction(code, ['exports', 'module'], { filename: codePath })(module.exports, module);
  return (module.exports as Evaluate)({}, {}); // the build wrote it
}

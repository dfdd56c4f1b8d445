/**
 * Evaluates a plugin's bundle as the plugin host does.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import * as core from '@sigil/core';
import type { PluginModule } from '@sigil/core/building';
import { makeRecordingDecorators } from '@sigil/core/catalog';

/** Returns the exports of the code at `path`. */
export async function evaluateBundle(code: string, path: string): Promise<PluginModule> {
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(code, names, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  run(module.exports, createRequire(path), module, path, dirname(path));
  const { decorators, recorded } = makeRecordingDecorators();
  // Sound: the bundle exports exactly this function.
  const evaluate = module.exports as (ownCore: object, core: object) => Promise<PluginModule>;
  return { ...(await evaluate({ ...core, ...decorators }, core)), recorded };
}

/**
 * Evaluates a plugin's bundle in this process, so that a dropped generation can be garbage-collected.
 *
 * A function compiled from text can be, unlike `import()` of a fresh URL. The plugin gets this server's own
 * `@sigil/core`; the packages that it imports are loaded by Node, once for all generations, as its folder resolves them.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import * as core from '@sigil/core';
import { PluginError, type PluginModule } from '@sigil/core/building';
import { makeRecordingDecorators } from '@sigil/core/catalog';
import type { BuiltPlugin } from '../builds/build-source.js';

/** The parts of a build that evaluation needs. */
type EvaluatedBuild = Pick<BuiltPlugin, 'manifest' | 'code' | 'codePath'>;

/** The export of a bundle: evaluates the plugin with core for its own files, and core for those of linked packages. */
type EvaluatePlugin = (ownCore: object, core: object) => Promise<PluginModule>;

const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;

const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];

/** @throws PluginError `code-failed` when the code does not compile or throws while it is evaluated */
export async function evaluateBundle({ manifest, code, codePath: givenPath }: EvaluatedBuild): Promise<PluginModule> {
  takeExperimentalWarning();
  const codePath = realPathOf(givenPath);
  try {
    const run = compileFunction(code, parameters, {
      filename: codePath,
      importModuleDynamically,
    });
    const module: { exports: unknown } = { exports: {} };
    run(module.exports, pluginRequire(codePath), module, codePath, dirname(codePath));
    // `bindPlugin` checks the ABI and every name before it uses any. Up to ABI 2 a bundle exported the module itself.
    if (typeof module.exports !== 'function') return module.exports as PluginModule;

    const { decorators, recorded } = makeRecordingDecorators();
    const evaluate = module.exports as EvaluatePlugin;
    return { ...(await evaluate({ ...core, ...decorators }, core)), recorded };
  } catch (cause) {
    throw new PluginError('code-failed', `plugin "${manifest.plugin.name}": its code could not be evaluated`, {
      cause,
    });
  }
}

/** Returns the path without symbolic links, from which Node resolves imports; code from a store may have no file. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

let hasTakenWarning = false;

/**
 * Takes the warning that the loader's constant is experimental, which Node emits once in a process, at the first `import()`:
 * whoever runs a server can do nothing about it.
 */
function takeExperimentalWarning(): void {
  if (hasTakenWarning) return;
  hasTakenWarning = true;
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    void (compileFunction('return import("node:process")', [], { importModuleDynamically })() as Promise<unknown>);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function pluginRequire(codePath: string): NodeJS.Require {
  const resolveFromPlugin = createRequire(codePath);
  const require = (id: string): unknown => (id === '@sigil/core' ? core : (resolveFromPlugin(id) as unknown));
  return Object.assign(require, {
    resolve: resolveFromPlugin.resolve,
    cache: resolveFromPlugin.cache,
    extensions: resolveFromPlugin.extensions,
    main: resolveFromPlugin.main,
  });
}

/**
 * Evaluates a plugin's CommonJS bundle in this process, so that a dropped generation can be garbage-collected.
 *
 * A function compiled from text can be, unlike `import()` of a fresh URL. The plugin gets this server's own
 * `@sigil/core`; its other imports are resolved from its own folder.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction, constants } from 'node:vm';
import * as core from '@sigil/core';
import { PluginError, type PluginModule } from '@sigil/core/building';
import { recordPublications, withoutRecording } from '@sigil/core/catalog';
import type { BuiltPlugin } from '../builds/build-source.js';

/** The parts of a build that evaluation needs. */
type EvaluatedBuild = Pick<BuiltPlugin, 'manifest' | 'code' | 'codePath'>;

const parameters = ['exports', 'require', 'module', '__filename', '__dirname', '__sigil_module_url'];

/** @throws PluginError `code-failed` when the code does not compile or throws while it is evaluated */
export function evaluateBundle({ manifest, code, codePath }: EvaluatedBuild): PluginModule {
  try {
    const run = compileFunction(code, parameters, {
      filename: codePath,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const module = { exports: {} };
    const url = pathToFileURL(codePath).href;
    const [, recorded] = recordPublications(
      () => void run(module.exports, pluginRequire(codePath), module, codePath, dirname(codePath), url),
    );
    return { ...(module.exports as PluginModule), recorded }; // `bindPlugin` checks the ABI and every name before it uses any
  } catch (cause) {
    throw new PluginError('code-failed', `plugin "${manifest.plugin.name}": its code could not be evaluated`, {
      cause,
    });
  }
}

function pluginRequire(codePath: string): NodeJS.Require {
  const resolveFromPlugin = createRequire(codePath);
  const require = (id: string): unknown =>
    id === '@sigil/core' ? core : withoutRecording(() => resolveFromPlugin(id) as unknown);
  return Object.assign(require, {
    resolve: resolveFromPlugin.resolve,
    cache: resolveFromPlugin.cache,
    extensions: resolveFromPlugin.extensions,
    main: resolveFromPlugin.main,
  });
}

/**
 * Evaluates a plugin's bundle as the plugin host does.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import * as core from '@sigil/core';
import type { PluginModule } from '@sigil/core/building';
import { recordPublications, withoutRecording } from '@sigil/core/catalog';
import { moduleUrlVariable } from './open-bundler.js';

/** Returns the exports of the code at `path`. */
export function evaluateBundle(code: string, path: string): PluginModule {
  const names = ['exports', 'require', 'module', '__filename', '__dirname', moduleUrlVariable];
  const module = { exports: {} };
  const requireFromHere = createRequire(import.meta.url);
  const require = (name: string): unknown =>
    name === '@sigil/core' ? core : withoutRecording((): unknown => requireFromHere(name));

  const run = compileFunction(code, names, { filename: path });
  const [, recorded] = recordPublications(
    () => void run(module.exports, require, module, path, path.replace(/\/[^/]*$/, ''), pathToFileURL(path).href),
  );
  // Sound: the entry that the bundler writes exports exactly this.
  return { ...(module.exports as PluginModule), recorded };
}

/**
 * Refuses to host an application of a framework, whose classes only that framework can construct.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { Manifest } from '../manifest/manifest.js';

/** @throws PluginError `framework-needed` for the manifest of an application */
export function refuseApplication({ plugin: { name, framework } }: Pick<Manifest, 'plugin'>): void {
  if (framework === undefined) return;
  const why = `is an application of the framework "${framework}", which constructs its classes`;
  throw new PluginError('framework-needed', `"${name}" ${why}; start the application, which serves them`);
}

/**
 * Constructs the services and classes of a plugin, each after its dependencies.
 *
 * The build fixes the order: its code constructs them one after the other, and nothing is looked up here.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { Manifest } from '../manifest/manifest.js';
import type { PluginModule } from '../manifest/plugin-module.js';
import type { Announcer } from '../model/context.js';
import type { ClassConfigurations } from './configure-classes.js';
import { PluginLife } from './plugin-life.js';

/** The constructed parts by name, in order of construction. */
export type Instances = ReadonlyMap<string, object>;

/**
 * @throws PluginError `construct-failed` naming the part that could not be constructed; parts constructed before it are stopped
 */
export function constructParts(manifest: Manifest, module: PluginModule, configured: ClassConfigurations): Instances {
  const instances = new Map<string, object>();
  const make = (name: string, construct: () => object): object => {
    try {
      const made = construct();
      if (typeof made !== 'object' || made === null) throw new TypeError('it gave no object');
      instances.set(name, made);
      return made;
    } catch (cause) {
      // The caller gets no plugin to stop, and the construction error takes precedence over errors of this stop.
      new PluginLife(manifest, instances, silent).stop().catch(() => undefined);
      const what = module.classes.has(name) ? `the constructor of ${name}` : `service ${name}`;
      throw new PluginError('construct-failed', `plugin "${manifest.plugin.name}": ${what} threw`, { cause });
    }
  };
  if (module.construct) module.construct(configured, make);
  else constructEach(manifest.classes, module, configured, make);
  return instances;
}

function constructEach(
  classes: Manifest['classes'],
  module: PluginModule,
  configured: ClassConfigurations,
  make: (name: string, construct: () => object) => object,
): void {
  for (const { name } of classes) {
    const PluginClass = module.classes.get(name);
    if (!PluginClass) continue;
    make(name, () => (configured.has(name) ? new PluginClass(configured.get(name)) : new PluginClass()));
  }
}

/** For parts without listeners. */
const silent: Announcer = { resourceUpdated: () => undefined, listChanged: () => undefined };

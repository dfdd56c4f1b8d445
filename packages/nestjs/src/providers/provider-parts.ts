/**
 * Joins the functions that the build generated with the application's own classes and instances, in the form of a plugin's code.
 */
import type { Manifest, MethodRef, PluginClass, PluginModule } from '@sigil/core/building';
import { currentCall, type McpCall } from '../calls/mcp-call.js';
import type { ProvidedClass } from './provided-class.js';
import { ProviderMethod, type CallServices } from './provider-method.js';

/** @param providers the provider of each class of the manifest */
export function makeModule(
  manifest: Manifest,
  generated: PluginModule,
  providers: ReadonlyMap<string, ProvidedClass>,
  services: CallServices,
): PluginModule {
  const named = [...providers].filter(([name]) => manifest.classes.some((one) => one.name === name));
  return {
    ...generated,
    // They are only searched for what their decorators recorded.
    classes: new Map(named.map(([name, { pluginClass }]) => [name, pluginClass as PluginClass])),
    construct: (_configured, make) => {
      make('the call', () => callKeeper);
      for (const [name, provided] of named) make(name, () => makeInstance(manifest, name, provided, services));
    },
  };
}

/** Keeps the call for the code that runs in it. */
const callKeeper = {
  onCall: (call: McpCall, next: () => Promise<unknown>): Promise<unknown> => currentCall.run(call, next),
};

/**
 * Makes an object that has the published methods of a class and passes them to the provider. Methods that a plugin's host would call, such
 * as `start()`, are not there: Nest has steps of its own for that.
 */
function makeInstance(
  manifest: Manifest,
  className: string,
  provided: ProvidedClass,
  services: CallServices,
): Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>> {
  return Object.fromEntries(
    methodsOf(manifest, className).map((name) => {
      const method = new ProviderMethod(provided, name, services);
      return [name, (...args: unknown[]) => method.call(args)];
    }),
  );
}

/** Returns the names of the methods that a class has for components, each once. */
export function methodsOf(
  { tools, resources, resourceTemplates, prompts, completions }: Manifest,
  className: string,
): readonly string[] {
  const components = [...tools, ...resources, ...resourceTemplates, ...prompts, ...completions];
  const methods: MethodRef[] = [
    ...components.flatMap(({ origin }) => origin ?? []),
    ...resourceTemplates.flatMap(({ list, origin }) => (list === undefined ? [] : [{ ...origin, method: list }])),
  ];
  const own = methods.filter((method) => method.class === className);
  return [...new Set(own.map(({ method }) => method))];
}

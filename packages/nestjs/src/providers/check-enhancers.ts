/**
 * Checks that Nest knows the guards, interceptors and filters of a provider. Nest registers those that are given as classes for providers
 * that are classes themselves; for others it would leave them out, and a guard that is left out lets everyone in.
 */
import { publicationsOf } from '@sigil/core/catalog';
import type { ProvidedClass } from './provided-class.js';

/** The keys of the metadata that `@UseGuards`, `@UseInterceptors` and `@UseFilters` write. */
const enhancerKeys = ['__guards__', '__interceptors__', '__exceptionFilters__'];

/** Returns a problem for each guard, interceptor and filter that would not run. */
export function checkEnhancers({ pluginClass, provider }: ProvidedClass): readonly string[] {
  const methods = [...publicationsOf(pluginClass).keys()].map((name): unknown =>
    Reflect.get(pluginClass.prototype as object, name),
  );
  const used = [pluginClass, ...methods].flatMap((target) => enhancersOf(target));
  const isOwnToken = provider.token === pluginClass;
  const lost = used.filter((enhancer) => !isOwnToken || !provider.host?.injectables.has(enhancer));
  return [...new Set(lost)].map(({ name }) => {
    const why = `Nest registers ${name} only for a provider that is listed by its class`;
    return `${pluginClass.name} is used with ${name}, and is provided under another token or by a factory. ${why}: list ${pluginClass.name} itself, and let it inject what the factory makes; or pass an instance, \`new ${name}(…)\``;
  });
}

/** Returns the guards, interceptors and filters on a class or a method that are given as classes. */
// eslint-disable-next-line typescript/no-unsafe-function-type
function enhancersOf(target: unknown): readonly Function[] {
  if (typeof target !== 'function') return [];
  return enhancerKeys
    .flatMap((key) => (Reflect.getMetadata(key, target) as readonly unknown[] | undefined) ?? [])
    .filter((enhancer) => typeof enhancer === 'function');
}

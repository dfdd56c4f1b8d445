/**
 * Checks that Nest knows the guards, interceptors and filters of a provider. Nest registers those that are given as classes for providers
 * that are classes themselves; for others it would leave them out, and a guard that is left out lets everyone in.
 */
import { publicationsOf } from '@sigil/core/catalog';
import type { AnyClass, ProvidedClass } from './provided-class.js';

/** The keys of the metadata that `@UseGuards`, `@UseInterceptors` and `@UseFilters` write. */
const enhancerKeys = ['__guards__', '__interceptors__', '__exceptionFilters__'];
/** The key of the metadata that `@UsePipes` writes. */
const pipesKey = '__pipes__';

/** Returns a problem for each guard, interceptor and filter that would not run. */
export function checkEnhancers(provided: ProvidedClass): readonly string[] {
  const { pluginClass, provider } = provided;
  const used = targetsOf(pluginClass).flatMap((target) => enhancersOf(target));
  const isOwnToken = provider.token === pluginClass;
  const lost = used.filter((enhancer) => !isOwnToken || !provider.host?.injectables.has(enhancer));
  const problems = [...new Set(lost)].map(({ name }) => {
    const why = `Nest registers ${name} only for a provider that is listed by its class`;
    return `${pluginClass.name} is used with ${name}, and is provided under another token or by a factory. ${why}: list ${pluginClass.name} itself, and let it inject what the factory makes; or pass an instance, \`new ${name}(…)\``;
  });
  return [...problems, ...checkReplacement(provided)];
}

/** A class in the place of a published one has no guards of its own: those of the published class run. */
function checkReplacement({ pluginClass, isReplaced, instanceClass }: ProvidedClass): readonly string[] {
  if (!isReplaced || typeof instanceClass !== 'function') return [];
  const methods = [...publicationsOf(pluginClass).keys()].map((name): unknown =>
    Reflect.get(instanceClass.prototype as object, name),
  );
  const targets = [instanceClass, ...methods.filter((method) => typeof method === 'function')];
  const known = new Set(
    targetsOf(pluginClass).flatMap((target) => enhancerKeys.flatMap((key) => metadataOf(key, target))),
  );
  const own = targets.flatMap((target) => enhancerKeys.flatMap((key) => metadataOf(key, target)));
  const lost = new Set(own.filter((enhancer) => !known.has(enhancer)).map(nameOf));
  return [...lost].map(
    (name) =>
      `${instanceClass.name} takes the place of ${pluginClass.name} and is used with ${name}, which would not run: export ${instanceClass.name}, and run \`npx sigil build\``,
  );
}

/** Returns a sentence for each pipe of a provider: pipes convert the parameters of controllers, and no call runs them. */
export function describePipes({ pluginClass }: ProvidedClass): readonly string[] {
  const names = targetsOf(pluginClass).flatMap((target) => metadataOf(pipesKey, target).map(nameOf));
  return [...new Set(names)].map(
    (name) =>
      `${pluginClass.name} is used with ${name}, which runs in no call: the types of its methods check and convert arguments`,
  );
}

/** Returns a class and its published methods. */
function targetsOf(pluginClass: AnyClass): readonly object[] {
  const methods = [...publicationsOf(pluginClass).keys()].map((name): unknown =>
    Reflect.get(pluginClass.prototype as object, name),
  );
  return [pluginClass, ...methods.filter((method) => typeof method === 'function')];
}

function metadataOf(key: string, target: object): readonly unknown[] {
  return (Reflect.getMetadata(key, target) as readonly unknown[] | undefined) ?? [];
}

/** A pipe is given as a class or as an instance. */
function nameOf(pipe: unknown): string {
  return typeof pipe === 'function' ? pipe.name : Object(pipe).constructor.name;
}

/** Returns the guards, interceptors and filters on a class or a method that are given as classes. */
// eslint-disable-next-line typescript/no-unsafe-function-type
function enhancersOf(target: object): readonly Function[] {
  return enhancerKeys.flatMap((key) => metadataOf(key, target)).filter((enhancer) => typeof enhancer === 'function');
}

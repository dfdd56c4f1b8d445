/**
 * A provider of the application whose class publishes methods.
 */
import type { DiscoveryService } from '@nestjs/core';
import { publicationsOf } from '@sigil/core/catalog';

/** Nest's record of a provider. */
export type ProviderRecord = ReturnType<DiscoveryService['getProviders']>[number];

/** A class as Nest constructs it, with whatever it injects. */
export type AnyClass = abstract new (...args: never[]) => object;

/** A class with published methods, and the provider that has its instances. */
export interface ProvidedClass {
  readonly pluginClass: AnyClass;
  readonly provider: ProviderRecord;
  /** Whether its instance is of another class, or a plain value: a test overrides providers so. */
  readonly isReplaced: boolean;
  /** The class of its instance; `Object` for a plain value. */
  readonly instanceClass: unknown;
}

/**
 * Returns the provider with its class, if that publishes any method. If the build does not have the class of its instance, it is the class by
 * which the provider is injected.
 *
 * @param built the names of the classes that the build has
 */
export function readProvider(provider: ProviderRecord, built: ReadonlySet<string>): ProvidedClass | undefined {
  if (provider.isAlias) return undefined;
  const own: unknown = provider.isNotMetatype ? constructorOf(provider.instance) : provider.metatype;
  const { token } = provider;
  const publishesOwn = publishes(own);
  if (publishesOwn && built.has(own.name)) return { pluginClass: own, provider, isReplaced: false, instanceClass: own };
  if (publishes(token) && built.has(token.name))
    return { pluginClass: token, provider, isReplaced: true, instanceClass: own };
  return publishesOwn ? { pluginClass: own, provider, isReplaced: false, instanceClass: own } : undefined;
}

/** A factory says nothing of its class before it has made an instance. */
function constructorOf(instance: unknown): unknown {
  return typeof instance === 'object' && instance !== null ? instance.constructor : undefined;
}

function publishes(value: unknown): value is AnyClass {
  return isClass(value) && publicationsOf(value).size > 0;
}

function isClass(value: unknown): value is AnyClass {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}

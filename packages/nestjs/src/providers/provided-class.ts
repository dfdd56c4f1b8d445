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
}

/** Returns the provider with its class, if that publishes any method. */
export function readProvider(provider: ProviderRecord): ProvidedClass | undefined {
  if (provider.isAlias) return undefined;
  const pluginClass: unknown = provider.isNotMetatype ? constructorOf(provider.instance) : provider.metatype;
  if (!isClass(pluginClass) || publicationsOf(pluginClass).size === 0) return undefined;
  return { pluginClass, provider };
}

/** A factory says nothing of its class before it has made an instance. */
function constructorOf(instance: unknown): unknown {
  return typeof instance === 'object' && instance !== null ? instance.constructor : undefined;
}

function isClass(value: unknown): value is AnyClass {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}

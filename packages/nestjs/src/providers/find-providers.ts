/**
 * Finds the providers of the classes that a build publishes, and refuses an application whose modules and build do not agree.
 */
import type { Logger } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import type { Manifest, ManifestClass } from '@sigil/core/building';
import { publicationsOf } from '@sigil/core/catalog';
import { SigilModuleError } from '../sigil-error.js';
import { checkEnhancers, describePipes } from './check-enhancers.js';
import { methodsOf } from './provider-parts.js';
import { readProvider, type ProvidedClass } from './provided-class.js';

/**
 * @returns the provider of each class of the manifest, by the class's name
 * @throws SigilModuleError naming each class that has no provider, or that the build does not know
 */
export function findProviders(
  discovery: DiscoveryService,
  manifest: Manifest,
  logger: Pick<Logger, 'warn'>,
): ReadonlyMap<string, ProvidedClass> {
  const { classes } = manifest;
  const found = new Map<string, ProvidedClass>();
  const built = new Set(classes.map(({ name }) => name));
  const provided = discovery.getProviders().flatMap((provider) => readProvider(provider, built) ?? []);
  for (const one of provided) {
    const { name } = one.pluginClass;
    const first = found.get(name);
    if (first) logger.warn(describeSecond(name, first, one));
    else found.set(name, one);
  }
  const controllers = new Set(discovery.getControllers().map(({ metatype }) => metatype?.name));
  const unknown = [...found.values()].filter(({ pluginClass }) => !built.has(pluginClass.name));
  const missing = classes.filter(({ name }) => !found.has(name));
  const renamed = new Map(
    unknown.map((one) => [one, missing.find(({ name }) => publishesOf(one, methodsOf(manifest, name)))] as const),
  );
  const absent = missing.filter((one) => ![...renamed.values()].includes(one));
  const problems = [
    ...absent.map((one) => describeMissing(one, controllers.has(one.name))),
    ...unknown.map((one) => describeUnknown(one.pluginClass.name, renamed.get(one)?.name)),
    ...[...found.values()].flatMap(checkEnhancers),
  ];
  if (problems.length > 0) throw new SigilModuleError(problems.join('\n'));
  for (const why of [...found.values()].flatMap(describePipes)) logger.warn(why);
  return found;
}

function describeMissing({ name, file }: ManifestClass, isController: boolean): string {
  const why = isController ? 'is a controller, and MCP calls only providers' : 'is no provider of any module';
  const fix = isController ? 'Move its decorated methods to a provider' : `Add ${name} to the "providers" of a module`;
  return `${name} (${file}) publishes methods and ${why}. ${fix}, or remove its decorators and run \`npx sigil build\``;
}

/** A bundler that shortens the names of classes leaves those of methods. */
function publishesOf({ pluginClass }: ProvidedClass, methods: readonly string[]): boolean {
  return [...publicationsOf(pluginClass).keys()].every((method) => methods.includes(method));
}

/** @param original the class of the build that has its methods */
function describeUnknown(name: string, original: string | undefined): string {
  if (original !== undefined) {
    const keep = 'let it keep the names of classes, as "keepNames" of esbuild and "keep_classnames" of terser do';
    return `The provider ${name} is the class ${original}, which a bundler has renamed: ${keep}`;
  }
  const fix = 'Export it from a file that the tsconfig.json includes, and run `npx sigil build`';
  return `The provider ${name} publishes methods that the build does not have. ${fix}`;
}

function describeSecond(name: string, first: ProvidedClass, second: ProvidedClass): string {
  const [kept, other] = [first, second].map(({ provider }) => provider.host?.name ?? 'a module');
  const fix = `export it from one module and import that module in the other`;
  return `${name} is a provider of ${kept} and of ${other}: calls go to the instance of ${kept}; ${fix}`;
}

/**
 * Distributes a plugin's configuration to its classes and services: each gets the members that its schema names, read by its
 * generated decoder.
 *
 * Reports every problem in one error for the operator. Messages never contain a configuration value.
 */
import { PluginError } from '../errors/plugin-error.js';
import { partsOf, type Manifest, type ManifestPart } from '../manifest/manifest.js';
import type { ArgumentProblem, ConfigurationDecoder, PluginModule } from '../manifest/plugin-module.js';
import { cutText } from '../model/cut-text.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { quotePath } from '../model/quote-path.js';
import { findMisfits } from './find-misfits.js';
import { suggestNames } from './nearest-names.js';

/** The configuration for each class constructor, by class name; a missing class gets none. */
export type ClassConfigurations = ReadonlyMap<string, unknown>;

/**
 * @param configuration one flat object for the whole plugin
 * @throws PluginError `configuration-invalid` naming each class and member that does not fit, `manifest-stale` when the code
 * cannot read a configuration that the manifest declares
 */
export function configureClasses(
  manifest: Manifest,
  module: PluginModule,
  configuration?: JsonObject,
): ClassConfigurations {
  return dealOut(manifest, configuration, (owner) => requireDecoder(manifest, module, owner));
}

/**
 * Refuses a configuration that contradicts the manifest alone. The code's own decoders may still refuse the rest.
 *
 * @throws PluginError `configuration-invalid` naming each class and member that does not fit
 */
export function checkConfiguration(manifest: Manifest, configuration?: JsonObject): void {
  dealOut(manifest, configuration, ({ configSchema = {} }) => (given, problems) => {
    problems.push(...findMisfits(configSchema, given));
  });
}

/** @param decoderOf called for each class that gets a configuration */
function dealOut(
  manifest: Manifest,
  configuration: JsonObject = {},
  decoderOf: (owner: ManifestPart) => ConfigurationDecoder,
): ClassConfigurations {
  const parts = partsOf(manifest);
  const wrong = unknownMembers(parts, configuration);
  const configured = new Map<string, unknown>();
  for (const owner of parts) {
    const given = owner.configSchema && membersFor(owner.configSchema, configuration);
    if (!given || (!owner.configRequired && Object.keys(given).length === 0)) continue;
    const problems: ArgumentProblem[] = [];
    configured.set(owner.name, decoderOf(owner)(given, problems));
    wrong.push(...problems.map((problem) => describe(owner, problem)));
  }
  if (wrong.length === 0) return configured;
  throw new PluginError('configuration-invalid', `plugin "${manifest.plugin.name}": ${wrong.join('; ')}`);
}

function requireDecoder(manifest: Manifest, module: PluginModule, { name }: ManifestPart): ConfigurationDecoder {
  const decoder = module.configurations.get(name);
  if (decoder) return decoder;
  const why = `its code has nothing to read the configuration of ${name} with; build the plugin again`;
  throw new PluginError('manifest-stale', `plugin "${manifest.plugin.name}": ${why}`);
}

/** Returns the names that a class accepts; `undefined` when it accepts any. */
function namesIn(schema: JsonObject): ReadonlySet<string> | undefined {
  const { properties, patternProperties, additionalProperties } = schema;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return isClosed && isJsonObject(properties) ? new Set(Object.keys(properties)) : undefined;
}

function membersFor(schema: JsonObject, configuration: JsonObject): JsonObject {
  const names = namesIn(schema);
  return names ? Object.fromEntries(Object.entries(configuration).filter(([name]) => names.has(name))) : configuration;
}

function unknownMembers(classes: readonly ManifestPart[], configuration: JsonObject): string[] {
  const known = classes.flatMap(({ configSchema }) => (configSchema ? [namesIn(configSchema)] : []));
  if (known.includes(undefined)) return [];
  const names = known.flatMap((some) => [...(some ?? [])]);
  const unknown = Object.keys(configuration).filter((name) => !names.includes(name));
  if (names.length === 0 && unknown.length > 0) return ['none of its classes takes a configuration'];
  return unknown.map((name) => `no class has a configuration "${cutText(name, 64)}"${suggestNames(name, names)}`);
}

function describe({ name, configRequired }: ManifestPart, problem: ArgumentProblem): string {
  const { path, expected, received, unknown } = problem;
  if (unknown !== undefined)
    return `configuration of ${name}: unknown member ${quotePath(path)}${unknown === '' ? '' : `; ${unknown}`}`;
  const subject = path === '' ? 'the whole' : quotePath(path);
  const needed = configRequired && received === 'nothing' ? ', without which it cannot be constructed' : '';
  return `configuration of ${name}: ${subject} must be ${expected}, got ${received}${needed}`;
}

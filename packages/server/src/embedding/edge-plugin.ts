/**
 * A built plugin whose parts are in memory: its manifest, its code as a module, and the bytes of its skills and views.
 *
 * The code is what the bundler of the runtime imported, so its bytes cannot be compared with the manifest; its binding can.
 */
import * as core from '@sigil/core';
import type { JsonObject } from '@sigil/core';
import { cidOf, fillVariables, PluginError, type Manifest, type PluginModule } from '@sigil/core/building';
import {
  Announcements,
  bindPlugin,
  buildPluginCatalog,
  checkConfiguration,
  makeRecordingDecorators,
  readManifest,
  type BoundPlugin,
  type CatalogSource,
} from '@sigil/core/catalog';
import { ConfigurationError } from '../configuration/configuration-error.js';

/** The output of a build, as a bundler imports it. */
export interface EdgePlugin {
  /** The content of `dist/manifest.json`. */
  readonly manifest: unknown;
  /** The module `dist/plugin.cjs`: all of it, or its default export. */
  readonly code: unknown;
  /** The bytes of the file that the manifest names in `skills`. */
  readonly skills?: ArrayBuffer | Uint8Array;
  /** The bytes of the file that the manifest names in `views`. */
  readonly views?: ArrayBuffer | Uint8Array;
  /** The settings of its classes. `${NAME}` in a text is a variable of `environment`. */
  readonly configuration?: JsonObject;
}

/** A plugin whose manifest and settings were checked, and whose code has not run. */
export interface ReadEdgePlugin {
  readonly manifest: Manifest;
  readonly evaluate: EvaluatePlugin;
  readonly content: Pick<EdgePlugin, 'skills' | 'views'>;
  readonly configuration: JsonObject;
}

/** A plugin that serves. */
export interface StartedEdgePlugin {
  readonly source: CatalogSource;
  stop(): Promise<void>;
}

type EvaluatePlugin = (ownCore: object, core: object) => Promise<PluginModule>;

const members: Readonly<Record<keyof EdgePlugin, true>> = {
  manifest: true,
  code: true,
  skills: true,
  views: true,
  configuration: true,
};

/**
 * @param where names the plugin in messages before its name is known
 * @param environment the variables that its settings may name
 * @throws ConfigurationError naming the member, or PluginError for a manifest that cannot be read
 */
export function readEdgePlugin(plugin: EdgePlugin, where: string, environment: object): ReadEdgePlugin {
  if (typeof plugin !== 'object' || plugin === null)
    throw new ConfigurationError(`${where} must have the "manifest" and the "code" of a build`);
  const other = Object.keys(plugin).find((name) => !Object.hasOwn(members, name));
  if (other !== undefined)
    throw new ConfigurationError(
      `"${other}" of ${where} is no part of a plugin in an edge runtime, which has no files, links or workers; there are ${Object.keys(members).join(', ')}`,
    );
  // The bundler's object may be shared, and reading restores the declared order in place.
  const manifest = readManifest(JSON.parse(JSON.stringify(plugin.manifest ?? null)), `the manifest of ${where}`);
  const { name } = manifest.plugin;
  const evaluate = findEvaluate(plugin.code);
  if (!evaluate)
    throw new ConfigurationError(
      `"code" of the plugin "${name}" is not the module "${manifest.code.file}" of its build`,
    );
  for (const kind of ['skills', 'views'] as const) {
    const { file } = manifest[kind] ?? {};
    if (file !== undefined && !plugin[kind])
      throw new ConfigurationError(`"${kind}" of the plugin "${name}" is missing: pass the bytes of "${file}"`);
    if (file === undefined && plugin[kind])
      throw new ConfigurationError(`the plugin "${name}" has no ${kind}, yet "${kind}" was passed`);
  }
  const configuration = fillVariables(plugin.configuration ?? {}, {
    where: `the plugin "${name}"`,
    key: 'configuration',
    read: (variable) => readText(environment, variable),
    fail: (message, cause) => new ConfigurationError(message, { cause }),
  });
  checkConfiguration(manifest, configuration);
  const { skills, views } = plugin;
  return { manifest, evaluate, configuration, content: { ...(skills && { skills }), ...(views && { views }) } };
}

/**
 * Evaluates the code, binds it to the manifest, and starts it.
 *
 * @throws PluginError when content or code do not match the manifest, or the code fails
 */
export async function startEdgePlugin(plugin: ReadEdgePlugin): Promise<StartedEdgePlugin> {
  const { manifest, configuration, content } = plugin;
  const { skills, views } = manifest;
  const files = {
    skillFiles: skills && (await verify(manifest, skills, content.skills)),
    viewFiles: views && (await verify(manifest, views, content.views)),
  };
  const announcements = new Announcements();
  const bound = bindPlugin(manifest, await evaluate(plugin), { announcer: announcements, configuration });
  const catalog = buildPluginCatalog(manifest, bound.components, files);
  await start(bound);
  return { source: announcements.sourceOf(catalog), stop: () => bound.stop() };
}

/** Finds the function that a bundle exports; each bundler wraps a CommonJS module in its own way. */
function findEvaluate(code: unknown): EvaluatePlugin | undefined {
  if (typeof code === 'function') return code as EvaluatePlugin; // binding checks what it returns
  if (typeof code !== 'object' || code === null || !('default' in code)) return undefined;
  return findEvaluate(code.default);
}

function readText(environment: object, name: string): string | undefined {
  const value: unknown = Object.hasOwn(environment, name) ? Reflect.get(environment, name) : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new ConfigurationError(`the variable ${name} is not a text`);
}

async function verify(
  { plugin }: Manifest,
  { file, cid }: { readonly file: string; readonly cid: string },
  given: ArrayBuffer | Uint8Array = new Uint8Array(),
): Promise<Uint8Array> {
  const bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  if ((await cidOf(bytes)) === cid) return bytes;
  throw new PluginError(
    'code-mismatch',
    `plugin "${plugin.name}": the bytes of "${file}" are not those of its manifest`,
  );
}

async function evaluate({ manifest, evaluate: run }: ReadEdgePlugin): Promise<PluginModule> {
  const { decorators, recorded } = makeRecordingDecorators();
  try {
    const module: unknown = await run({ ...core, ...decorators }, core);
    if (typeof module !== 'object' || module === null) throw new TypeError('it returns no plugin');
    return { ...(module as PluginModule), recorded }; // `bindPlugin` checks the ABI and every name before it uses any
  } catch (cause) {
    throw new PluginError('code-failed', `plugin "${manifest.plugin.name}": its code could not be evaluated`, {
      cause,
    });
  }
}

/** @throws the first failure, after what was started has been stopped */
async function start(bound: BoundPlugin): Promise<void> {
  try {
    await bound.start();
    await bound.health();
  } catch (error) {
    // The failure of the start is the one to report.
    await bound.stop().catch(() => undefined);
    throw error;
  }
}

/**
 * Joins a plugin's manifest with its code: constructs services and classes, and makes every method callable as a component.
 *
 * Runs in the same place as the code (the server or a worker), and knows nothing of either. Refuses a manifest that was built
 * from other sources than the code.
 */
import { schemasOf } from '../decorators/publication.js';
import type { Manifest, ManifestTool, MethodRef } from '../manifest/manifest.js';
import type { ArgumentProblem, ComponentCode, PluginModule } from '../manifest/plugin-module.js';
import type { Announcer, Context } from '../model/context.js';
import type { ResourceDefinition, ResourceTemplateDefinition } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import { openSecretFilter, type SecretFilter } from '../model/secret-filter.js';
import type {
  BadArguments,
  Components,
  PromptResult,
  PublishedPrompt,
  PublishedResourceTemplate,
  ResourceResult,
  ToolResult,
} from './catalog.js';
import { CompletionTable } from './bind-completions.js';
import { ComponentHeads } from './component-heads.js';
import { blankErrors, blankRejections, blankSecrets } from './blank-secrets.js';
import { bindListing } from './bind-listing.js';
import { configureClasses } from './configure-classes.js';
import type { CarriedState, CarryFailure } from './carry-state.js';
import { constructParts, type Instances } from './construct-parts.js';
import { findSecrets } from './find-secrets.js';
import { findIntercept, interceptMethod, type Intercept } from './intercept-calls.js';
import { PluginLife } from './plugin-life.js';
import {
  carrierOf,
  isStream,
  readPromptReturn,
  readResourceReturn,
  readToolReturn,
  type ReadTool,
} from './read-return.js';
import { readToolStream } from './read-stream.js';
import { refuseStale, stale } from './refuse-stale.js';
import type { ReturnReading } from './return-reading.js';
import { SchemaMethod } from './schema-method.js';
import type { Stream } from './stream-carrier.js';

/** A plugin whose methods can be called. The code that bound a plugin starts and stops it. */
export interface BoundPlugin {
  readonly components: Components;
  /** Runs the instances' own `start(announcer)`, in manifest order. */
  start(): Promise<void>;
  /** Runs the instances' own `health()`, if they have one. Rejects when one throws or returns `false`. */
  health(): Promise<void>;
  /**
   * Runs the instances' own `stop()`, in reverse order, even after a start that failed partly. Throws the first error at the
   * end. A start still in progress starts no further instance, and an instance that it still brings up is stopped again.
   */
  stop(): Promise<void>;
  /**
   * Returns the state for the next generation, as the parts' `static carry` declares.
   *
   * @param maxLength limit on the JSON text of each part, in characters
   */
  carryOut(maxLength: number): Promise<CarriedState>;
  /** Restores the state of an earlier generation. A part whose fields do not fit keeps its fresh state and is reported. */
  carryIn(state: CarriedState): Promise<readonly CarryFailure[]>;
}

/** For plugins without listeners. */
const silent: Announcer = { resourceUpdated: () => undefined, listChanged: () => undefined };

/** The options of binding a plugin. */
export interface BindOptions {
  /** The receiver of the plugin's own announcements. */
  readonly announcer?: Announcer;
  /** One flat object; each class gets the members that its own configuration declares. */
  readonly configuration?: JsonObject;
  /** Limit on the decoding steps for the arguments of one call; default: 4,000,000. */
  readonly maxDecodeSteps?: number;
}

type Method = (...args: unknown[]) => unknown;

/**
 * @throws PluginError `manifest-stale` when manifest and code do not match, `configuration-invalid` when the configuration does
 * not fit, `construct-failed` when a class could not be constructed
 */
export function bindPlugin(manifest: Manifest, module: PluginModule, options: BindOptions = {}): BoundPlugin {
  const filter = openSecretFilter(findSecrets(manifest, options.configuration));
  return filter
    ? bindBlanking(() => bindParts(manifest, module, options), filter)
    : bindParts(manifest, module, options);
}

/** Binds a plugin whose configuration has secrets: none of its errors and messages contains one. */
function bindBlanking(bind: () => BoundPlugin, filter: SecretFilter): BoundPlugin {
  const bound = blankErrors(filter, bind);
  return {
    components: blankSecrets(bound.components, filter),
    start: () => blankRejections(filter, () => bound.start()),
    health: () => blankRejections(filter, () => bound.health()),
    stop: () => blankRejections(filter, () => bound.stop()),
    carryOut: (maxLength) => blankRejections(filter, () => bound.carryOut(maxLength)),
    carryIn: (state) => blankRejections(filter, () => bound.carryIn(state)),
  };
}

function bindParts(manifest: Manifest, module: PluginModule, options: BindOptions): BoundPlugin {
  const { announcer = silent } = options;
  refuseStale(manifest, module);
  if (options.maxDecodeSteps !== undefined) module.limitDecodeSteps?.(options.maxDecodeSteps);
  const configured = configureClasses(manifest, module, options.configuration);
  const instances = constructParts(manifest, module, configured);
  const life = new PluginLife(manifest, instances, announcer);
  const intercept = findIntercept(manifest, instances);
  const methods = new MethodTable(manifest, module, instances, intercept);
  const completions = new CompletionTable(manifest, instances, intercept);
  const heads = new ComponentHeads(manifest, announcer);
  return {
    components: {
      tools: manifest.tools.map((tool) => {
        const method = methods.findTool(tool);
        const reading = new ToolReading(tool.name, tool.outputSchema !== undefined);
        return { ...heads.tool(tool), run: (input, context) => method.run(input, context, reading) };
      }),
      resources: manifest.resources.map((resource) => {
        const method = methods.find('resources', resource.uri, resource.origin);
        const head = heads.resource(resource);
        return { ...head, read: (uri, context) => method.run({}, context, readingOf(uri, head.definition)) };
      }),
      resourceTemplates: manifest.resourceTemplates.map((template) => {
        const { uriTemplate, origin, list } = template;
        const method = methods.find('resourceTemplates', uriTemplate, origin);
        const head = heads.resourceTemplate(template);
        return {
          ...head,
          ...completions.of(uriTemplate),
          ...(list === undefined ? {} : methods.listing({ class: origin.class, method: list }, head.definition)),
          read: (uri, variables, context) => method.run(variables, context, readingOf(uri, head.definition)),
        };
      }),
      prompts: manifest.prompts.map((prompt) => {
        const method = methods.find('prompts', prompt.name, prompt.origin);
        const get: PublishedPrompt['get'] = (input, context) => method.run(input, context, promptReading);
        return { ...heads.prompt(prompt), ...completions.of(prompt.name), get };
      }),
    },
    start: () => life.start(),
    health: () => life.health(),
    stop: () => life.stop(),
    // Loaded lazily: few plugins carry state, and those that do so rarely.
    carryOut: async (maxLength) => (await import('./carry-state.js')).carryOut(instances, module.carries, maxLength),
    carryIn: async (state) => (await import('./carry-state.js')).carryIn(instances, module.carries, state),
  };
}

/** Returns the reader for the return value of a resource's method, for one URI. */
function readingOf(uri: string, { mimeType }: Pick<ResourceDefinition, 'mimeType'>): ReturnReading<ResourceResult> {
  return {
    value: (value, code) => readResourceReturn(value, uri, mimeType, code),
    stream: async (stream, context, code) => {
      // Loaded with the first resource that streams.
      const { readResourceStream } = await import('./read-resource-stream.js');
      return readResourceStream(stream, context, { uri, mimeType, code });
    },
  };
}

/** Reads one tool's results. A single object, since with a thousand tools each further object is a cache miss. */
class ToolReading implements ReturnReading<ToolResult>, ReadTool {
  constructor(
    readonly name: string,
    readonly hasOutputSchema: boolean,
  ) {}

  value(value: unknown, code: ComponentCode): ToolResult {
    return readToolReturn(value, this, code);
  }

  stream(stream: Stream, context: Context, code: ComponentCode): Promise<ToolResult> {
    return readToolStream(stream, context, this, code);
  }
}

const promptReading: ReturnReading<PromptResult> = { value: readPromptReturn };

/** The kinds of calls, by the table that holds their code. */
const kinds = { tools: 'tool', resources: 'resource', resourceTemplates: 'resource', prompts: 'prompt' } as const;

/** A method on its instance with its code, both changed where calls are intercepted. */
interface PreparedMethod {
  readonly instance: object;
  readonly method: Method;
  readonly code: ComponentCode;
}

/** Finds the methods named by the manifest. */
class MethodTable {
  constructor(
    private readonly manifest: Manifest,
    private readonly module: PluginModule,
    private readonly instances: Instances,
    private readonly intercept: Intercept | undefined,
  ) {}

  find(table: keyof typeof kinds, name: string, origin: MethodRef): BoundMethod {
    const { instance, method, code } = this.#prepare(table, name, origin);
    return new BoundMethod(instance, method, code);
  }

  findTool({ name, inputSchema, origin }: ManifestTool): BoundMethod | SchemaMethod {
    const { instance, method, code } = this.#prepare('tools', name, origin);
    if (!code.schemas) return new BoundMethod(instance, method, code);
    const pluginClass = this.module.classes.get(origin.class);
    const schemas = (pluginClass && schemasOf(pluginClass, origin.method)) ?? {};
    if (code.schemas.some((role) => !schemas[role]))
      throw stale(this.manifest, `its code has no schema for ${origin.class}.${origin.method}`);
    return new SchemaMethod(instance, { method, code, schemas, inputSchema });
  }

  #prepare(table: keyof typeof kinds, name: string, origin: MethodRef): PreparedMethod {
    const { instance, method } = this.#require(origin.class, origin.method);
    const code = this.module[table].get(name);
    if (!code) throw stale(this.manifest, `its code has no ${origin.class}.${origin.method} to run`);
    if (!this.intercept) return { instance, method, code };
    const inner: Method = (...args) => Reflect.apply(method, instance, args) as unknown;
    return {
      instance,
      ...interceptMethod(this.intercept, { kind: kinds[table], name }, inner, code),
    };
  }

  /** Returns the method that lists a template's instances; it is called directly, without generated code. */
  listing(origin: MethodRef, template: ResourceTemplateDefinition): Pick<PublishedResourceTemplate, 'list'> {
    const { instance, method } = this.#require(origin.class, origin.method);
    const intercept = this.intercept;
    const list = (context: Context) => Reflect.apply(method, instance, [context]) as unknown;
    const about = { kind: 'listing', name: template.uriTemplate, input: {} } as const;
    const around = intercept && ((context: Context) => intercept({ ...about, context }, () => list(context)));
    return { list: bindListing(around ?? list, template) };
  }

  #require(className: string, name: string): { readonly instance: object; readonly method: Method } {
    const instance = this.instances.get(className);
    const method: unknown = instance && Reflect.get(instance, name);
    if (instance && typeof method === 'function') return { instance, method: method as Method };
    throw stale(this.manifest, `its code has no ${className}.${name} to run`);
  }
}

/** An author's method with the code that was generated for it. */
class BoundMethod {
  readonly #decode: ComponentCode['decode'];

  constructor(
    private readonly instance: object,
    private readonly method: Method,
    private readonly code: ComponentCode,
  ) {
    this.#decode = code.decode;
  }

  /** Decodes the input, calls the method, then encodes and reads the value that it returned. */
  async run<Result>(
    input: JsonObject,
    context: Context,
    reading: ReturnReading<Result>,
  ): Promise<Result | BadArguments> {
    const problems: ArgumentProblem[] = [];
    const args = this.#decode(input, context, problems);
    if (problems.length > 0) return { kind: 'bad-arguments', problems };
    const carrier = carrierOf(context);
    if (carrier?.delivery.asEvents) await carrier.emit({ type: 'start' });
    const returned: unknown = await this.method.apply(this.instance, args);
    if (reading.stream && isStream(returned)) return reading.stream(returned, context, this.code);
    return reading.value(returned, this.code);
  }
}

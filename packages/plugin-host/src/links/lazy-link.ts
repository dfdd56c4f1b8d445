/**
 * A link that starts the plugin's code on first use; until then, the plugin is only its manifest.
 *
 * Calls that come during the start share it. After that, a component passes its calls directly to the component of the actual link,
 * without a promise of its own.
 */
import type { Announcer, Context } from '@sigil/core';
import { PluginError, type Manifest } from '@sigil/core/building';
import { completeFixed, type CarriedState, type Components } from '@sigil/core/catalog';
import { backOffMs } from '@sigil/core/internal';
import { invokeTarget } from './invoke-target.js';
import type { CallTarget } from './link-messages.js';
import type { PluginLink } from './plugin-link.js';
import { remoteComponents } from './remote-components.js';

/** State of the code of a generation. */
export type ActivationState = 'waiting' | 'activating' | 'active' | 'failed';

/** Options of a lazy link. */
export interface LazyOptions {
  readonly manifest: Manifest;
  readonly announcer: Announcer;
  /**
   * Opens and starts the plugin's own link. It must call `onOpen`, which throws when the plugin was stopped meanwhile, before it
   * starts what it opened, and end a link that is not to serve.
   */
  readonly startCode: (onOpen: (link: PluginLink) => void) => Promise<PluginLink>;
  /** Wait after a failed start; doubles with each further one. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
}

export class LazyLink {
  readonly components: Components;
  readonly #name: string;
  #state: ActivationState = 'waiting';
  // The attempt in progress, or the one that succeeded.
  #activation: Promise<PluginLink> | undefined;
  #opened: PluginLink | undefined;
  /** The components of the actual link, once it runs. */
  #active: Components | undefined;
  #failureCount = 0;
  // No attempt is made before this time, on the clock of `performance`, after a failure.
  #nextTryAt = 0;
  #failure: unknown;
  #isStopped = false;
  #stopping: Promise<void> | undefined;

  constructor(private readonly options: LazyOptions) {
    const { manifest, announcer } = options;
    this.#name = manifest.plugin.name;
    const waiting = remoteComponents(manifest, announcer, (target, context) => this.#call(target, context));
    const awaited = (): undefined => {
      this.#wake();
      return undefined;
    };
    this.components = forwardComponents(waiting, () => this.#active, awaited);
  }

  get state(): ActivationState {
    return this.#state;
  }

  /**
   * Starts the code, unless it runs or is starting; does not wait for the next retry to be due.
   *
   * @throws PluginError `activation-failed` with a sentence for callers and with the reason as its cause
   */
  activate(): Promise<PluginLink> {
    this.#activation ??= this.#activate();
    return this.#activation;
  }

  /** Returns nothing for a plugin that was not used, or whose code failed to start. */
  async carryOut(maxLength: number): Promise<CarriedState> {
    return this.#state === 'active' && this.#opened ? this.#opened.carryOut(maxLength) : {};
  }

  /** Ends the code. A plugin that was not used stops without loading it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  kill(): void {
    this.#isStopped = true;
    this.#opened?.kill();
  }

  async #activate(): Promise<PluginLink> {
    this.#state = 'activating';
    try {
      const link = await this.options.startCode((opened) => {
        this.#opened = opened;
        if (this.#isStopped) throw this.#stopped();
      });
      this.#active = link.components;
      this.#state = 'active';
      return link;
    } catch (cause) {
      this.#activation = undefined;
      this.#opened = undefined;
      throw this.#failed(cause);
    }
  }

  #failed(cause: unknown): PluginError {
    const { retryMs, maxRetryMs } = this.options;
    this.#state = 'failed';
    this.#failure = cause;
    this.#nextTryAt = performance.now() + backOffMs({ firstMs: retryMs, longestMs: maxRetryMs }, this.#failureCount++);
    return this.#refusal();
  }

  async #call(target: CallTarget, context: Context): Promise<unknown> {
    const fixed = this.#completeFixed(target);
    if (fixed) return fixed;
    const { components } = await this.#forUse();
    context.signal.throwIfAborted();
    return invokeTarget(components, target, context);
  }

  async #forUse(): Promise<PluginLink> {
    if (this.#isStopped) throw this.#stopped();
    if (!this.#activation && performance.now() < this.#nextTryAt) throw this.#refusal();
    return this.activate();
  }

  /**
   * Starts the code, since a client waits for its announcements. The host reports the outcome; on failure the components keep
   * waiting.
   */
  #wake(): void {
    if (this.#active) return;
    this.#forUse().catch(() => undefined);
  }

  /** Completes from the manifest, if it has all values. */
  #completeFixed({ list, index, operation, args }: CallTarget): readonly string[] | undefined {
    if (operation !== 'complete') return undefined;
    const { prompts, resourceTemplates, completions } = this.options.manifest;
    const of = list === 'prompts' ? prompts[index]?.name : resourceTemplates[index]?.uriTemplate;
    const [question] = args as [{ readonly argument: string; readonly value: string }]; // as `complete` was called
    return completeFixed(
      completions.filter((it) => it.of === of),
      question,
    );
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    // The code that opens a link ends it as soon as it is open.
    if (!this.#opened) await this.#activation?.catch(() => undefined);
    await this.#opened?.stop();
  }

  #refusal(): PluginError {
    const waitSeconds = Math.max(1, Math.ceil((this.#nextTryAt - performance.now()) / 1_000));
    const message = `plugin "${this.#name}" could not be started; try again in ${waitSeconds} s`;
    return new PluginError('activation-failed', message, { cause: this.#failure });
  }

  #stopped(): PluginError {
    return new PluginError('crashed', `plugin "${this.#name}" has been stopped; try again`);
  }
}

/**
 * Returns components that use the waiting ones until the real ones exist.
 *
 * @param real returns components of the same manifest in its order; `undefined` until the code runs
 * @param awaited called when a client starts waiting for announcements of a component
 */
function forwardComponents(
  waiting: Components,
  real: () => Components | undefined,
  awaited: () => undefined,
): Components {
  const complete = (
    list: 'resourceTemplates' | 'prompts',
    index: number,
  ): Pick<Components['prompts'][number], 'complete'> => {
    const itself = waiting[list][index]?.complete;
    if (!itself) return {};
    return { complete: (question, context) => (real()?.[list][index]?.complete ?? itself)(question, context) };
  };
  const list = (index: number): Pick<Components['resourceTemplates'][number], 'list'> => {
    const itself = waiting.resourceTemplates[index]?.list;
    return itself ? { list: (context) => (real()?.resourceTemplates[index]?.list ?? itself)(context) } : {};
  };
  return {
    tools: waiting.tools.map((tool, index) => {
      // Caches the method, since with a thousand tools each further object is a cache miss.
      let run: typeof tool.run | undefined;
      return {
        ...tool,
        run: (input, context) => {
          run ??= real()?.tools[index]?.run;
          return (run ?? tool.run)(input, context);
        },
      };
    }),
    resources: waiting.resources.map((resource, index) => ({
      ...resource,
      awaited,
      read: (uri, context) => (real()?.resources[index] ?? resource).read(uri, context),
    })),
    resourceTemplates: waiting.resourceTemplates.map((template, index) => ({
      ...template,
      ...complete('resourceTemplates', index),
      ...list(index),
      awaited,
      read: (uri, variables, context) => (real()?.resourceTemplates[index] ?? template).read(uri, variables, context),
    })),
    prompts: waiting.prompts.map((prompt, index) => ({
      ...prompt,
      ...complete('prompts', index),
      get: (input, context) => (real()?.prompts[index] ?? prompt).get(input, context),
    })),
  };
}

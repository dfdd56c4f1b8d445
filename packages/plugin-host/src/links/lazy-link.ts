/**
 * A link whose code comes up when something of it is first used; until then all there is of the plugin is its manifest.
 *
 * All calls that come while it comes up share the one try. Once it is up, a component passes its calls on to the component of the
 * link behind, at once and without a promise of its own.
 */
import type { Announcer, Context } from '@sigil/core';
import { PluginError, type Manifest } from '@sigil/core/building';
import { completeFixed, type CarriedState, type Components } from '@sigil/core/catalog';
import { invokeTarget } from './invoke-target.js';
import type { CallTarget } from './link-messages.js';
import type { PluginLink } from './plugin-link.js';
import { remoteComponents } from './remote-components.js';

/** State of the code of a generation. */
export type ActivationState = 'waiting' | 'activating' | 'active' | 'failed';

/** Options of a link that waits. */
export interface LazyOptions {
  readonly manifest: Manifest;
  readonly announcer: Announcer;
  /**
   * Opens and starts the plugin's own link. It must ask `onOpen`, which throws when the plugin was stopped meanwhile, before it
   * starts what it opened, and end what is not to serve.
   */
  readonly bringUp: (onOpen: (link: PluginLink) => void) => Promise<PluginLink>;
  /** Wait after a try that failed; doubles with each further one. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
}

export class LazyLink {
  readonly components: Components;
  readonly #name: string;
  #state: ActivationState = 'waiting';
  // The try that is under way, or the one that went well.
  #activation: Promise<PluginLink> | undefined;
  #opened: PluginLink | undefined;
  /** Those of the link behind, once it is up. */
  #active: Components | undefined;
  #failureCount = 0;
  // Nothing is tried before this time, on the clock of `performance`, because of what failed last.
  #nextTryAt = 0;
  #failure: unknown;
  #isStopped = false;
  #stopping: Promise<void> | undefined;

  constructor(private readonly options: LazyOptions) {
    const { manifest, announcer } = options;
    this.#name = manifest.plugin.name;
    const waiting = remoteComponents(manifest, announcer, (target, context) => this.#call(target, context));
    this.components = passingOn(waiting, {
      components: () => this.#active,
      awaited: () => {
        this.#wake();
        return undefined;
      },
    });
  }

  get state(): ActivationState {
    return this.#state;
  }

  /**
   * Brings the code up, unless it is up or coming; also before the next try is due.
   *
   * @throws PluginError `activation-failed` in words for callers, with the reason as its cause
   */
  activate(): Promise<PluginLink> {
    this.#activation ??= this.#activate();
    return this.#activation;
  }

  /** Nothing for a plugin that nobody used, and for one whose code did not come up. */
  async carryOut(maxLength: number): Promise<CarriedState> {
    return this.#state === 'active' && this.#opened ? this.#opened.carryOut(maxLength) : {};
  }

  /** Ends what is up. A plugin that nobody used is stopped without any of its code. */
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
      const link = await this.options.bringUp((opened) => {
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
    this.#nextTryAt = performance.now() + Math.min(maxRetryMs, retryMs * 2 ** this.#failureCount++);
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
   * Somebody waits for what the code announces. The host tells whether the code comes up; the components only go on
   * waiting.
   */
  #wake(): void {
    if (this.#active) return;
    this.#forUse().catch(() => undefined);
  }

  /** Completions of which the manifest itself has all values. */
  #completeFixed({ list, index, operation, args }: CallTarget): readonly string[] | undefined {
    if (operation !== 'complete') return undefined;
    const { prompts, resourceTemplates, completions } = this.options.manifest;
    const of = list === 'prompts' ? prompts[index]?.name : resourceTemplates[index]?.uriTemplate;
    const [question] = args as [{ readonly argument: string; readonly value: string }]; // as `complete` was asked
    return completeFixed(
      completions.filter((it) => it.of === of),
      question,
    );
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    // A link that is being opened is ended by its opener, as soon as it is there.
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

/** The link behind components that pass their calls on. */
interface Behind {
  /** Components of the same manifest, in its order; undefined until its code is up. */
  readonly components: () => Components | undefined;
  readonly awaited: () => undefined;
}

/** The components that wait, until those behind are there to be asked. */
function passingOn(waiting: Components, { components: behind, awaited }: Behind): Components {
  const complete = (list: 'resourceTemplates' | 'prompts', index: number): Completing => {
    const itself = waiting[list][index]?.complete;
    if (!itself) return {};
    return { complete: (question, context) => (behind()?.[list][index]?.complete ?? itself)(question, context) };
  };
  const list = (index: number): Pick<Components['resourceTemplates'][number], 'list'> => {
    const itself = waiting.resourceTemplates[index]?.list;
    return itself ? { list: (context) => (behind()?.resourceTemplates[index]?.list ?? itself)(context) } : {};
  };
  return {
    tools: waiting.tools.map((tool, index) => {
      // Remembered: of a thousand tools, each object on the way to a method is one that no cache holds.
      let run: typeof tool.run | undefined;
      return {
        ...tool,
        run: (input, context) => {
          run ??= behind()?.tools[index]?.run;
          return (run ?? tool.run)(input, context);
        },
      };
    }),
    resources: waiting.resources.map((resource, index) => ({
      ...resource,
      awaited,
      read: (uri, context) => (behind()?.resources[index] ?? resource).read(uri, context),
    })),
    resourceTemplates: waiting.resourceTemplates.map((template, index) => ({
      ...template,
      ...complete('resourceTemplates', index),
      ...list(index),
      awaited,
      read: (uri, variables, context) => (behind()?.resourceTemplates[index] ?? template).read(uri, variables, context),
    })),
    prompts: waiting.prompts.map((prompt, index) => ({
      ...prompt,
      ...complete('prompts', index),
      get: (input, context) => (behind()?.prompts[index] ?? prompt).get(input, context),
    })),
  };
}

type Completing = Pick<Components['prompts'][number], 'complete'>;

/**
 * Starts, health-checks and stops the instances of a plugin's classes. Has no timeouts: a caller that gives up on a start calls
 * stop.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { Announcer } from '../model/context.js';
import { isPublished, type PublishedLists } from './is-published.js';

type Method = (...args: unknown[]) => unknown;

export class PluginLife {
  #isStopped = false;

  /** @param instances by class name, in start order */
  constructor(
    private readonly manifest: PublishedLists,
    private readonly instances: ReadonlyMap<string, object>,
    private readonly announcer: Announcer,
  ) {}

  /** @throws PluginError `start-failed` when an instance's own `start()` throws, or when it was stopped meanwhile */
  async start(): Promise<void> {
    for (const name of this.instances.keys()) {
      try {
        await this.#callIfThere(name, 'start');
      } catch (cause) {
        throw new PluginError('start-failed', `start() of ${name} threw`, { cause });
      }
      if (this.#isStopped) return this.#stopLate(name);
    }
  }

  /** @throws PluginError `unhealthy` when an instance's own `health()` throws or returns `false` */
  async health(): Promise<void> {
    for (const name of this.instances.keys()) {
      try {
        const isWell = await this.#callIfThere(name, 'health');
        if (isWell === false) throw new Error('it returned false');
      } catch (cause) {
        throw new PluginError('unhealthy', `health() of ${name} says that it cannot serve`, { cause });
      }
    }
  }

  /** Stops all instances, even if some of them throw. @throws the first error, at the end */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const failures: unknown[] = [];
    for (const name of [...this.instances.keys()].reverse()) {
      try {
        await this.#callIfThere(name, 'stop');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Stops an instance whose start ended after the plugin was stopped: the start may have opened resources. */
  async #stopLate(name: string): Promise<never> {
    await this.#callIfThere(name, 'stop');
    throw new PluginError('start-failed', `start() of ${name} ended when the plugin had been stopped`);
  }

  /** Skips a published method, such as a tool named `stop`: only clients call it. */
  async #callIfThere(part: string, step: 'start' | 'health' | 'stop'): Promise<unknown> {
    const instance = this.instances.get(part) ?? {};
    const method: unknown = Reflect.get(instance, step);
    if (typeof method !== 'function' || isPublished(this.manifest, { class: part, method: step })) return undefined;
    return (method as Method).apply(instance, step === 'start' ? [this.announcer] : []);
  }
}

/**
 * Starts, asks and stops the instances of a plugin's classes. Has no time limits: a caller that gives up on a start calls stop.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { Announcer } from '../model/context.js';

type Method = (...args: unknown[]) => unknown;

export class PluginLife {
  #isStopped = false;

  /** @param instances by the names of their classes, in the order to start them */
  constructor(
    private readonly instances: ReadonlyMap<string, object>,
    private readonly announcer: Announcer,
  ) {}

  /** @throws PluginError `start-failed` when an instance's own `start()` throws, or when it was stopped meanwhile */
  async start(): Promise<void> {
    for (const [name, instance] of this.instances) {
      try {
        await callIfThere(instance, 'start', this.announcer);
      } catch (cause) {
        throw new PluginError('start-failed', `start() of ${name} threw`, { cause });
      }
      if (this.#isStopped) return this.#stopLate(name, instance);
    }
  }

  /** @throws PluginError `unhealthy` when an instance's own `health()` throws or returns `false` */
  async health(): Promise<void> {
    for (const [name, instance] of this.instances) {
      try {
        const isWell = await callIfThere(instance, 'health');
        if (isWell === false) throw new Error('it returned false');
      } catch (cause) {
        throw new PluginError('unhealthy', `health() of ${name} says that it cannot serve`, { cause });
      }
    }
  }

  /** Goes through all instances, whatever some of them throw. @throws the first error, at the end */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const failures: unknown[] = [];
    for (const instance of [...this.instances.values()].reverse()) {
      try {
        await callIfThere(instance, 'stop');
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Stops an instance whose start ended after the plugin was stopped: resources that the start opened since are still open. */
  async #stopLate(name: string, instance: object): Promise<never> {
    await callIfThere(instance, 'stop');
    throw new PluginError('start-failed', `start() of ${name} ended when the plugin had been stopped`);
  }
}

async function callIfThere(instance: object, name: 'start' | 'health' | 'stop', ...args: unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(instance, name);
  return typeof method === 'function' ? (method as Method).apply(instance, args) : undefined;
}

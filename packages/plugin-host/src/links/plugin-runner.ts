/**
 * Runs a plugin in its own process: evaluates the bundle, runs its life steps and the calls that the host sends.
 *
 * Knows nothing of threads, processes or limits.
 */
import type { Announcer } from '@sigil/core';
import { isInstance } from '@sigil/core/building';
import { bindPlugin, type BoundPlugin } from '@sigil/core/catalog';
import { toPlainJson } from './plain-json.js';
import { ErrorCodec } from './error-codec.js';
import { evaluateBundle } from './evaluate-bundle.js';
import { ClientLacks, RemoteContext } from './remote-context.js';
import { invokeTarget } from './invoke-target.js';
import type { CallMessage, FromFar, LifeStep, ToFar } from './link-messages.js';
import type { Send } from './message-batch.js';

export class PluginRunner {
  readonly #calls = new Map<number, RemoteContext>();
  #bound: BoundPlugin | undefined;

  /** @param flush settles when the printed output has been sent to the host; nothing goes there after a stop */
  constructor(
    private readonly send: Send<FromFar>,
    private readonly flush: () => Promise<void>,
  ) {}

  receive(message: ToFar): void {
    if (message.kind === 'call') void this.#run(message);
    else if (message.kind === 'answer') this.#calls.get(message.call)?.settle(message);
    else if (message.kind === 'run-step') void this.#calls.get(message.call)?.runStep(message.id);
    else if (message.kind === 'abort') this.#calls.get(message.call)?.abort(message.reason);
    else if (message.kind === 'forget') this.#end(message.call);
    else if (message.kind === 'ping') this.send({ kind: 'pong' });
    else void this.#reply(message.id, async () => this.#live(message));
  }

  #live(message: Extract<ToFar, { kind: 'open' | 'life' | 'carry-out' | 'carry-in' }>): unknown {
    if (message.kind === 'life') return this.#step(message.step);
    if (message.kind === 'carry-out') return this.#bound?.carryOut(message.maxLength);
    if (message.kind === 'carry-in') return this.#bound?.carryIn(message.state);
    return this.#open(message);
  }

  async #open({ build, configuration, maxDecodeSteps }: Extract<ToFar, { kind: 'open' }>): Promise<void> {
    this.#bound = bindPlugin(build.manifest, await evaluateBundle(build), {
      announcer: this.#announcer(),
      ...(configuration ? { configuration } : {}),
      ...(maxDecodeSteps === undefined ? {} : { maxDecodeSteps }),
    });
  }

  async #step(step: LifeStep): Promise<void> {
    try {
      await this.#bound?.[step]();
    } finally {
      if (step === 'stop') await this.flush();
    }
  }

  async #reply(id: number, work: () => Promise<unknown>): Promise<void> {
    try {
      const value = await work();
      this.send({ kind: 'reply', id, ...(value === undefined ? {} : { value }) });
    } catch (error) {
      this.send({ kind: 'reply', id, error: new ErrorCodec().write(error) });
    }
  }

  async #run(message: CallMessage): Promise<void> {
    const { call, target } = message;
    const context = new RemoteContext(message, this.send);
    this.#calls.set(call, context);
    try {
      const value = await invokeTarget(this.#bound?.components, target, context);
      if (this.#end(call)) this.send({ kind: 'result', call, value }, () => this.#sendAsJson(call, value, context));
    } catch (error) {
      if (this.#end(call)) this.#fail(call, error, context);
    }
  }

  /** Sends a result with functions and the like as plain JSON, which is all that the protocol carries anyway. */
  #sendAsJson(call: number, value: unknown, context: RemoteContext): void {
    try {
      this.send({ kind: 'result', call, value: JSON.parse(JSON.stringify(value)) });
    } catch (error) {
      this.#fail(call, error, context);
    }
  }

  #fail(call: number, error: unknown, context: RemoteContext): void {
    if (isInstance(error, ClientLacks)) this.send({ kind: 'lacking', call, needed: error.needed });
    else this.send({ kind: 'failed', call, error: context.errors.write(error) });
  }

  /** @returns whether the host still waits for its outcome */
  #end(call: number): boolean {
    this.#calls.get(call)?.finish();
    return this.#calls.delete(call);
  }

  #announcer(): Announcer {
    return {
      resourceUpdated: (uri) => this.send({ kind: 'announce', method: 'resourceUpdated', args: [toPlainJson(uri)] }),
      listChanged: (kind) => this.send({ kind: 'announce', method: 'listChanged', args: [toPlainJson(kind)] }),
    };
  }
}

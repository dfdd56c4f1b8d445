/**
 * One call of a plugin in a worker or process, on the host's side: provides what the call's context offers.
 */
import { isJsonObject, type Context, type JsonObject, type StepOptions } from '@sigil/core';
import { carrierOf, InputRequired, type RunningEvent } from '@sigil/core/catalog';
import { ErrorCodec } from './error-codec.js';
import type { AskMessage, CallReport, CallTarget, StepDoneMessage, TellMessage, ToFar } from './link-messages.js';
import type { Send } from './message-batch.js';
import { RemoteSpans } from './remote-spans.js';
import { readStepValue } from './read-step-value.js';

interface RunningStep {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Options of a remote call. */
export interface RemoteCallOptions {
  readonly call: number;
  readonly target: CallTarget;
  readonly context: Context;
  readonly send: Send<ToFar>;
  /** Called when no further message of the plugin process matters for this call. */
  readonly onOver: () => void;
}

export class RemoteCall {
  readonly outcome: Promise<unknown>;
  readonly #options: RemoteCallOptions;
  readonly #errors = new ErrorCodec();
  readonly #steps = new Map<number, RunningStep>();
  readonly #spans: RemoteSpans;
  #resolve!: (value: unknown) => void;
  #reject!: (error: unknown) => void;

  constructor(options: RemoteCallOptions) {
    this.#options = options;
    this.#spans = new RemoteSpans(carrierOf(options.context));
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Sends the call, unless it was already aborted. */
  begin(): void {
    const { call, target, context, send } = this.#options;
    const { signal } = context;
    if (signal.aborted) return this.#abort();
    signal.addEventListener('abort', this.#onAbort, { once: true });
    const { meta, clientCapabilities } = context;
    const delivery = carrierOf(context)?.delivery;
    send(
      {
        kind: 'call',
        call,
        target,
        principal: context.principal,
        ...(isEmpty(meta) ? {} : { meta }),
        ...(isEmpty(clientCapabilities) ? {} : { capabilities: clientCapabilities }),
        ...(delivery ? { delivery } : {}),
        ...(carrierOf(context)?.trace ? { isTraced: true } : {}),
      },
      (error) => this.fail(error),
    );
  }

  receive(message: CallReport): void {
    if (message.kind === 'result') this.#end(() => this.#resolve(message.value));
    else if (message.kind === 'failed') this.fail(this.#errors.read(message.error));
    else if (message.kind === 'lacking') this.fail(this.#lackOf(message.needed));
    else if (message.kind === 'ask') void this.#answer(message);
    else if (message.kind === 'tell') this.#tell(message);
    else if (message.kind === 'step-done') this.#finishStep(message);
    else this.#takeStep(message.id)?.reject(this.#errors.read(message.error));
  }

  /** Ends the call with this error, whatever the plugin process still does. */
  fail(error: unknown): void {
    this.#end(() => this.#reject(error));
  }

  readonly #onAbort = (): void => this.#abort();

  /**
   * Rejects at once for the code that awaits the call. The plugin process gets the reason, then the answers that the abort gave to
   * open questions, and then nothing more.
   */
  #abort(): void {
    const { call, context, send, onOver } = this.#options;
    const { reason }: { reason: unknown } = context.signal;
    // A call that ends with a question has not failed: it runs again with the answer.
    this.#spans.endAll(reason instanceof InputRequired ? undefined : reason);
    this.#reject(reason);
    send({ kind: 'abort', call, reason: this.#errors.write(reason) });
    setImmediate(() => {
      send({ kind: 'forget', call });
      onOver();
    });
  }

  #end(settle: () => void): void {
    this.#options.context.signal.removeEventListener('abort', this.#onAbort);
    this.#spans.endAll();
    this.#options.onOver();
    settle();
  }

  async #answer(message: AskMessage): Promise<void> {
    const { call, send } = this.#options;
    const { id } = message;
    try {
      send({ kind: 'answer', call, id, value: await this.#perform(message) });
    } catch (error) {
      send({ kind: 'answer', call, id, error: this.#errors.write(error) });
    }
  }

  async #perform({ id, method, args }: AskMessage): Promise<unknown> {
    const { context } = this.#options;
    if (method === 'step') return context.step(String(args[0]), () => this.#runStep(id), readStepOptions(args[1]));
    if (method === 'emit') return carrierOf(context)?.emit(args[0] as RunningEvent); // the plugin process's own code made it
    if (method === 'beginSpan') return this.#spans.begin(id, args);
    if (!asks.has(method)) throw new Error(`a context has no "${String(method)}"`);
    return Reflect.apply(context[method], context, args);
  }

  // The step's own value comes back as JSON, as the plugin process wrote it.
  #runStep(id: number): Promise<never> {
    const { call, send } = this.#options;
    return new Promise((resolve, reject) => {
      this.#steps.set(id, { resolve: resolve as (value: unknown) => void, reject });
      send({ kind: 'run-step', call, id });
    });
  }

  // An unreadable value fails only its step; other calls of the plugin go on.
  #finishStep({ id, json }: StepDoneMessage): void {
    const step = this.#takeStep(id);
    try {
      step?.resolve(readStepValue(json));
    } catch (error) {
      step?.reject(error);
    }
  }

  #takeStep(id: number): RunningStep | undefined {
    const step = this.#steps.get(id);
    this.#steps.delete(id);
    return step;
  }

  #tell({ method, args }: TellMessage): void {
    const { context } = this.#options;
    if (method === 'endSpan') this.#spans.end(args);
    else if (tells.has(method)) Reflect.apply(context[method], context, args);
  }

  /** Builds the error with the text of the client's revision, which only this side knows. */
  #lackOf(needed: JsonObject): unknown {
    try {
      this.#options.context.requireClient(needed);
    } catch (error) {
      return error;
    }
    return new Error('the client has what it is said to lack');
  }
}

const asks: ReadonlySet<string> = new Set([
  'reportProgress',
  'log',
  'elicit',
  'elicitUrl',
  'sample',
  'listRoots',
  'beginTask',
]);
/** Reads the options that the plugin's process sent. */
function readStepOptions(options: unknown): StepOptions {
  return isJsonObject(options) ? { stable: options['stable'] === true } : {};
}

const tells: ReadonlySet<string> = new Set(['releaseConnection', 'resourceUpdated', 'listChanged']);

// Contexts of tests and tools may lack members.
function isEmpty(members: JsonObject | undefined): boolean {
  return members === undefined || Object.keys(members).length === 0;
}

/**
 * Calls a published method of a provider as Nest calls the methods of controllers: with guards, interceptors and filters around it, and on
 * the instance of the request where the provider is scoped to requests.
 */
import { ContextIdFactory, type ExternalContextCreator, type ModuleRef } from '@nestjs/core';
import { InputRequired } from '@sigil/core/catalog';
import { currentHttpCall, type HttpCall } from '../calls/http-call.js';
import { mcpContextType } from '../calls/mcp-execution-context.js';
import { currentCall, type McpCall } from '../calls/mcp-call.js';
import type { ProvidedClass } from './provided-class.js';
import { translateError } from './translate-error.js';

/** Nest's services that calls need. */
export interface CallServices {
  readonly contexts: ExternalContextCreator;
  readonly moduleRef: ModuleRef;
}

type Method = (...args: unknown[]) => unknown;

/** A call whose method can be run; it is the third argument of Nest's execution context. */
interface RunnableCall extends McpCall {
  run(): Promise<unknown>;
}

type Handler = (request: HttpCall['request'], response: HttpCall['response'], call: RunnableCall) => Promise<unknown>;

/** An instance of the provider, and the function of Nest that runs guards and the like before its method. */
interface Target {
  readonly instance: object;
  readonly handler: Handler;
}

/** A call that came without HTTP has no request. */
const noHttp = { request: undefined, response: undefined } as unknown as HttpCall; // only the application's own code reads them

/** The contexts of requests whose providers are made for each request. */
const contextIds = new WeakMap<object, ReturnType<typeof ContextIdFactory.create>>();

/** One published method of a provider. */
export class ProviderMethod {
  readonly #method: Method;
  readonly #callback: Method;
  #target: Target | undefined;

  constructor(
    private readonly provided: ProvidedClass,
    private readonly name: string,
    private readonly services: CallServices,
  ) {
    this.#method = Reflect.get(provided.pluginClass.prototype as object, name) as Method; // the build found a method there
    this.#callback = callbackOf(this.#method, name);
  }

  /** @param args decoded arguments, in the method's order */
  async call(args: readonly unknown[]): Promise<unknown> {
    const call = currentCall.getStore();
    if (!call) throw new Error(`${this.name} was called outside of a call`);
    const { request, response } = currentHttpCall.getStore() ?? noHttp;
    let thrown: unknown;
    let stream: AsyncGenerator<unknown, unknown, unknown> | undefined;
    const runOn = async (instance: object): Promise<unknown> => {
      try {
        const returned: unknown = await Reflect.apply(this.#methodOf(instance), instance, args);
        if (!isGenerator(returned)) return returned;
        // Interceptors change values; one that reads a generator as an object would break it.
        stream = returned;
        return undefined;
      } catch (error) {
        if (!(error instanceof InputRequired) && !call.context.signal.aborted) throw error;
        // A question to the client, or the end of the call: no filter of the application may take it for a failure.
        thrown = error;
        return undefined;
      }
    };
    try {
      const { instance, handler } = await this.#targetFor(request);
      const result = await handler(request, response, { ...call, run: () => runOn(instance) });
      if (thrown === undefined) return stream ? translateStream(stream, call) : result;
    } catch (error) {
      throw thrown ?? translateError(error, call);
    }
    throw thrown;
  }

  /** An override in a test may have only the methods that the test needs. */
  #methodOf(instance: object): Method {
    const { isReplaced, pluginClass } = this.provided;
    if (!isReplaced) return this.#method;
    const method: unknown = Reflect.get(instance, this.name);
    if (typeof method === 'function') return method as Method;
    throw new Error(`the provider that replaces ${pluginClass.name} has no method "${this.name}"`);
  }

  async #targetFor(request: object | undefined): Promise<Target> {
    const { provider } = this.provided;
    if (provider.isDependencyTreeStatic() && !provider.isTransient) {
      return (this.#target ??= this.#createTarget(provider.instance as object));
    }
    const { moduleRef } = this.services;
    const contextId = contextIds.get(request ?? this) ?? ContextIdFactory.getByRequest(request ?? {});
    if (request && !contextIds.has(request)) {
      contextIds.set(request, contextId);
      moduleRef.registerRequestByContextId(provider.isDependencyTreeDurable() ? contextId.payload : request, contextId);
    }
    const instance = await moduleRef.resolve<object>(provider.token as string, contextId, { strict: false });
    return this.#createTarget(instance, contextId);
  }

  #createTarget(instance: object, contextId?: { readonly id: number }): Target {
    const { contexts } = this.services;
    const { isReplaced, pluginClass, provider } = this.provided;
    const scoped = contextId && provider.id;
    const handler = contexts.create<never, string>(
      // Nest looks for guards and the like at the constructor.
      isReplaced ? (Object.create(pluginClass.prototype as object) as object) : instance,
      this.#callback,
      this.name,
      undefined,
      undefined,
      contextId,
      scoped,
      undefined,
      mcpContextType,
    ) as Handler;
    return { instance, handler };
  }
}

/**
 * Makes the function that Nest runs last. It inherits from the method, so that the metadata of the method's decorators is found on it, as
 * by `reflector.get(key, context.getHandler())`.
 */
function callbackOf(method: Method, name: string): Method {
  const callback = (_request: unknown, _response: unknown, call: RunnableCall): Promise<unknown> => call.run();
  Object.defineProperty(callback, 'name', { value: name });
  return Object.setPrototypeOf(callback, method) as Method;
}

function isGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value;
}

async function* translateStream(
  stream: AsyncGenerator<unknown, unknown, unknown>,
  call: McpCall,
): AsyncGenerator<unknown, unknown, unknown> {
  try {
    return yield* stream;
  } catch (error) {
    throw translateError(error, call);
  }
}

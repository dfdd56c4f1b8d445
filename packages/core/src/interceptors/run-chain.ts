/**
 * Runs interceptors around a request, the first one outermost. An interceptor that fails, is late or returns no result stops the request.
 */
import { reportIncident } from '../calls/describe-fault.js';
import { isProtocolOutcome } from '../calls/run-method.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { RequestView, type RequestFacts } from './intercepted-request.js';
import { RequestRefused, type InterceptedAnswer, type Interceptor } from './interceptor.js';
import { InterceptorTime } from './interceptor-time.js';

/** The request inside the interceptors, and its result as JSON. */
export interface Intercepted<Result> extends RequestFacts {
  readonly chain: readonly Interceptor[];
  /** @throws TypeError when an interceptor made something else of the params */
  requireParams?(params: JsonObject): void;
  run(params: JsonObject): Promise<Result>;
  /** Reads the members of a result; `undefined` for one that interceptors cannot change. */
  read(result: Result): JsonObject | undefined;
  /**
   * @param value members that the interceptor has made or changed, in which only JSON counts
   * @throws Error when the members are not those of a result
   */
  write(value: object, before: Result | undefined): Result;
}

/** @throws McpError, RequestRefused, or whatever ended the request */
export function runChain<Result>(inner: Intercepted<Result>): Promise<Result> {
  return runFrom(0, inner, inner.params);
}

function runFrom<Result>(at: number, inner: Intercepted<Result>, params: JsonObject): Promise<Result> {
  const interceptor = inner.chain[at];
  return interceptor ? new Turn(interceptor, at, inner, params).run() : inner.run(params);
}

/** Any value may be thrown, `undefined` too. */
const nothingThrown = Symbol('nothing thrown');

/** One interceptor around one request. */
class Turn<Result> {
  readonly #interceptor: Interceptor;
  readonly #at: number;
  readonly #inner: Intercepted<Result>;
  readonly #request: RequestView;
  readonly #time: InterceptorTime;
  #isAsked = false;
  #answer: Answer<Result> | undefined = undefined;
  /** The error that ended the request inside. */
  #thrown: unknown = nothingThrown;

  constructor(interceptor: Interceptor, at: number, inner: Intercepted<Result>, params: JsonObject) {
    const { clock, limits } = inner.call.server;
    this.#interceptor = interceptor;
    this.#at = at;
    this.#inner = inner;
    this.#request = new RequestView(inner, params, interceptor.name);
    this.#time = new InterceptorTime(clock, interceptor.timeoutMs ?? limits.interceptorTimeoutMs);
  }

  async run(): Promise<Result> {
    try {
      const returned = this.#interceptor.intercept(this.#request, this.#next);
      const answer: unknown = await this.#time.limit(Promise.resolve(returned));
      return this.#resultOf(answer);
    } catch (error) {
      if (error === this.#thrown || isProtocolOutcome(error) || error instanceof RequestRefused) throw error;
      throw this.#fault(error);
    } finally {
      this.#time.end();
    }
  }

  readonly #next = async (changes?: JsonObject): Promise<InterceptedAnswer> => {
    if (this.#isAsked) throw new Error('"next" was called twice');
    if (this.#time.isOver) throw new Error('"next" was called too late');
    const params = this.#request.changed(changes);
    this.#inner.requireParams?.(params);
    this.#isAsked = true;
    this.#time.pause();
    try {
      const result = await runFrom(this.#at + 1, this.#inner, params);
      return (this.#answer = new Answer(this.#inner, result));
    } catch (error) {
      this.#thrown = error;
      throw error;
    } finally {
      this.#time.resume();
    }
  };

  #resultOf(answer: unknown): Result {
    const passed = this.#answer;
    if (passed && answer === passed) return passed.changed;
    if (!isJsonObject(answer)) throw new TypeError('it must return the answer of "next", or the members of a result');
    if (passed && this.#inner.read(passed.result) === undefined)
      throw new TypeError('it must return the answer of "next" as it is');
    return this.#inner.write(answer, passed?.result);
  }

  #fault(error: unknown): McpError {
    const { name } = this.#interceptor;
    const message = `the request was stopped: the interceptor "${name}" of this server failed`;
    const during = `interceptor "${name}"`;
    return new McpError('internal-error', reportIncident(this.#inner.call.server, { during, error, message }));
  }
}

/** An answer whose members are read only if an interceptor uses them. */
class Answer<Result> implements InterceptedAnswer {
  readonly #inner: Pick<Intercepted<Result>, 'read' | 'write'>;
  readonly #result: Result;
  #value: JsonObject | undefined = undefined;

  constructor(inner: Pick<Intercepted<Result>, 'read' | 'write'>, result: Result) {
    this.#inner = inner;
    this.#result = result;
  }

  /** The result before its interceptor saw it. */
  get result(): Result {
    return this.#result;
  }

  get value(): Record<string, unknown> {
    this.#value ??= this.#inner.read(this.#result);
    if (this.#value === undefined) throw new TypeError('the answer to this request has no value');
    return this.#value as Record<string, unknown>; // JSON, which the interceptor may change
  }

  /** The result with all changes in place. */
  get changed(): Result {
    return this.#value === undefined ? this.#result : this.#inner.write(this.#value, this.#result);
  }
}

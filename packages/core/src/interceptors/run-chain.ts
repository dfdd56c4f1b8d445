/**
 * Runs interceptors around a request, the first one outermost. An interceptor that fails, is late or returns no result stops the request.
 */
import { reportIncident } from '../calls/describe-fault.js';
import { isProtocolOutcome } from '../calls/run-method.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { isPromise, type MaybePromise } from '../model/later.js';
import { RequestView, type RequestFacts } from './intercepted-request.js';
import { RequestRefused, type InterceptedAnswer, type Interceptor } from './interceptor.js';
import { OwnTime } from './own-time.js';

/** The request inside the interceptors, and its result as JSON. */
export interface Intercepted<Result> extends RequestFacts {
  run(params: JsonObject): MaybePromise<Result>;
  /** Reads the members of a result; `undefined` for one that interceptors cannot change. */
  read(result: Result): JsonObject | undefined;
  /** @throws Error when the members are not those of a result */
  write(value: JsonObject, before: Result | undefined): Result;
}

/** @throws McpError, RequestRefused, or whatever ended the request */
export async function runChain<Result>(chain: readonly Interceptor[], inner: Intercepted<Result>): Promise<Result> {
  const [interceptor, ...others] = chain;
  if (!interceptor) return inner.run(inner.params);
  const { call } = inner;
  const limitMs = interceptor.timeoutMs ?? call.server.limits.interceptorTimeoutMs;
  const time = new OwnTime(call.server.clock, limitMs);
  const request = new RequestView(inner, interceptor.name);
  let passed: Answer<Result> | undefined;
  let isAsked = false;
  let thrown: unknown;
  const next = async (changes?: JsonObject): Promise<InterceptedAnswer> => {
    if (isAsked || time.isOver) throw new Error(isAsked ? '"next" was called twice' : '"next" was called too late');
    isAsked = true;
    const params = request.changed(changes);
    time.pause();
    try {
      return (passed = new Answer(
        inner,
        await runChain(others, params === inner.params ? inner : { ...inner, params }),
      ));
    } catch (error) {
      thrown = error;
      throw error;
    } finally {
      time.resume();
    }
  };
  try {
    const returned = interceptor.intercept(request, next);
    const answer: unknown = isPromise(returned) ? await time.limit(returned) : returned;
    return resultOf(inner, answer, passed);
  } catch (error) {
    if (error === thrown || isProtocolOutcome(error) || error instanceof RequestRefused) throw error;
    const during = `interceptor "${interceptor.name}"`;
    throw new McpError(
      'internal-error',
      reportIncident(call.server, { during, error, message: stoppedBy(interceptor) }),
    );
  } finally {
    time.end();
  }
}

function stoppedBy({ name }: Interceptor): string {
  return `the request was stopped: the interceptor "${name}" of this server failed`;
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
    return this.#value === undefined ? this.#result : this.#inner.write(plain(this.#value), this.#result);
  }
}

function resultOf<Result>(inner: Intercepted<Result>, answer: unknown, passed: Answer<Result> | undefined): Result {
  if (passed && answer === passed) return passed.changed;
  if (!isJsonObject(answer)) throw new TypeError('it must return the answer of "next", or the members of a result');
  if (passed && inner.read(passed.result) === undefined)
    throw new TypeError('it must return the answer of "next" as it is');
  return inner.write(plain(answer), passed?.result);
}

/** A round trip through JSON drops what the wire cannot carry. */
function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject; // of an object
}

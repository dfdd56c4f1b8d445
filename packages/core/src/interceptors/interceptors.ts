/**
 * The interceptors of one server: finds those of a method, and runs them around tools and operations.
 */
import type { Call } from '../calls/call.js';
import { failedResult } from '../calls/failed-result.js';
import type { InterceptedTool, Interception } from '../calls/interception.js';
import type { ToolResult } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { coversName } from './covers-name.js';
import { RequestRefused, type Interceptor } from './interceptor.js';
import { isOperationResult, readOperationAnswer, writeOperationAnswer } from './operation-answer.js';
import { runChain } from './run-chain.js';
import { readToolAnswer, writeToolAnswer } from './tool-answer.js';

const none: readonly Interceptor[] = [];

/**
 * @param outer returns the operator's
 * @param inner returns those of extensions
 * @returns `undefined` where nothing can run around a request
 */
export function interceptorsOf(
  server: string,
  outer: (() => readonly Interceptor[]) | undefined,
  inner: (() => readonly Interceptor[]) | undefined,
): Interception | undefined {
  const [all, others] = outer ? [outer, inner] : [inner, undefined];
  if (!all || !others) return all && new Interceptors(server, all);
  let known = { outer: none, inner: none, all: none };
  return new Interceptors(server, () => {
    const [first, last] = [all(), others()];
    if (first !== known.outer || last !== known.inner) known = { outer: first, inner: last, all: [...first, ...last] };
    return known.all;
  });
}

/** Requests that say nothing of components, and the call of a tool, which has its own hook. */
const exempt: ReadonlySet<string> = new Set(['ping', 'logging/setLevel', 'tools/call']);

class Interceptors implements Interception {
  #known: readonly Interceptor[] | undefined;
  readonly #chains = new Map<string, readonly Interceptor[]>();

  /** @param all returns all interceptors, the outermost first; another list after they were loaded again */
  constructor(
    private readonly server: string,
    private readonly all: () => readonly Interceptor[],
  ) {}

  covers(method: string): boolean {
    return !exempt.has(method) && this.#chainOf(method).length > 0;
  }

  aroundTool(
    { call, tool, input }: InterceptedTool,
    run: (input: JsonObject) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const chain = this.#chainOf('tools/call');
    if (chain.length === 0) return run(input);
    const { name } = tool.definition;
    return refusedAs(
      failedResult,
      runChain({
        chain,
        call,
        method: 'tools/call',
        component: tool,
        params: { name, arguments: input },
        requireParams: (params) => void requireArguments(params, name),
        run: (params) => run(requireArguments(params, name)),
        read: readToolAnswer,
        write: writeToolAnswer,
      }),
    );
  }

  aroundOperation<Result>(call: Call, method: string, run: () => Promise<Result>): Promise<Result> {
    const chain = exempt.has(method) ? none : this.#chainOf(method);
    if (chain.length === 0) return run();
    const { params } = call;
    return refusedAs(
      refuseOperation,
      runChain<Result>({
        chain,
        call,
        method,
        params,
        component: undefined,
        run: (changed) => {
          if (changed !== params) call.replaceParams(withMeta(changed, params));
          return run();
        },
        read: (result) => (isOperationResult(result) ? readOperationAnswer(result) : undefined),
        // A result of the operation in any of its forms.
        write: (value, before) =>
          writeOperationAnswer(call, value, isOperationResult(before) ? before : undefined) as Result,
      }),
    );
  }

  #chainOf(method: string): readonly Interceptor[] {
    const all = this.all();
    if (all !== this.#known) {
      this.#known = all;
      this.#chains.clear();
    }
    const known = this.#chains.get(method);
    if (known) return known;
    const chain = all.filter(({ methods, servers }) => coversName(methods, method) && coversName(servers, this.server));
    this.#chains.set(method, chain);
    return chain;
  }
}

/** @returns the same outcome, with a refusal as the kind of request answers it */
async function refusedAs<Result>(answer: (reason: string) => Result, running: Promise<Result>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof RequestRefused) return answer(error.message);
    throw error;
  }
}

function refuseOperation(reason: string): never {
  throw new McpError('invalid-params', reason);
}

/** @throws TypeError when an interceptor made something else of the call */
function requireArguments(params: JsonObject, name: string): JsonObject {
  if (params['name'] !== name) throw new TypeError('an interceptor cannot turn a call into that of another tool');
  const { arguments: input } = params;
  if (!isJsonObject(input)) throw new TypeError('"arguments" must be an object');
  return input;
}

/** The envelope and the state of earlier rounds belong to the client. */
function withMeta(changed: JsonObject, { _meta: meta }: JsonObject): JsonObject {
  return meta === undefined ? changed : { ...changed, _meta: meta };
}

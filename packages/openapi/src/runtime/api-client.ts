/**
 * Sends the requests of one API and reads the answers, as the descriptions say that an import wrote.
 */
import { isToolError, ToolError } from '@sigil/core';
import { chooseServer, refusePrivate } from './addresses.js';
import { readAnswerError } from './answer-error.js';
import { readHeaders, readLinks } from './answer-head.js';
import { buildRequest } from './build-request.js';
import { Credentials } from './credentials.js';
import type {
  AnswerWithHeaders,
  ApiConfiguration,
  ApiDescription,
  ApiLimits,
  CallArguments,
  CallOptions,
  OperationDescription,
} from './description.js';
import { readLimits } from './limits.js';
import { decodeAnswer, promisedTypes, readBytes } from './read-answer.js';
import { sendRequest, type Received } from './send-request.js';

export class ApiClient {
  readonly #description: ApiDescription;
  readonly #configuration: ApiConfiguration;
  readonly #credentials: Credentials;
  readonly #limits: Required<ApiLimits>;

  /** @throws Error naming the key, if the configuration does not fit the API */
  constructor(description: ApiDescription, configuration: ApiConfiguration = {}) {
    this.#description = description;
    this.#configuration = configuration;
    this.#credentials = new Credentials(description, configuration);
    this.#limits = readLimits(description.limits);
    // An API whose operations all have servers of their own needs none.
    if (description.servers || configuration.baseUrl !== undefined) chooseServer(description, configuration);
  }

  /**
   * Sends one request.
   *
   * @returns the body by its media type: JSON as a value, text as text, `null` without content; bytes as `Uint8Array` if the
   *   description names only media types of bytes for successful answers, else as base64. The type parameter is a promise of the document,
   *   which nothing checks.
   * @throws ToolError for every status but 2xx, and for what stops the request or the answer
   */
  async call<Body>(
    operation: OperationDescription,
    values: CallArguments = {},
    options: CallOptions = {},
  ): Promise<Body> {
    const { body } = await this.callWithHeaders<Body>(operation, values, options);
    return body;
  }

  /** Does the same, and keeps the links and the headers that the operation's `answerHeaders` names. */
  async callWithHeaders<Body>(
    operation: OperationDescription,
    values: CallArguments = {},
    { signal }: CallOptions = {},
  ): Promise<AnswerWithHeaders<Body>> {
    const { requestTimeoutMs } = this.#limits;
    const timeout = AbortSignal.timeout(requestTimeoutMs);
    try {
      const received = await this.#send(operation, values, signal ? AbortSignal.any([signal, timeout]) : timeout);
      return await this.#read<Body>(operation, received);
    } catch (error) {
      if (isToolError(error)) throw error;
      signal?.throwIfAborted();
      const name = `${this.#description.name}: ${operation.method} ${operation.path}`;
      if (timeout.aborted) throw new ToolError(`${name} has no answer after ${requestTimeoutMs} ms (requestTimeoutMs)`);
      const code = readNetworkCode(error);
      if (code === undefined) throw error;
      throw new ToolError(`${name} cannot be sent (${code})`, { cause: error });
    }
  }

  async #send(operation: OperationDescription, values: CallArguments, signal: AbortSignal): Promise<Received> {
    const server = chooseServer(this.#description, this.#configuration, operation);
    const { method, url, headers, cookies, body } = buildRequest(server.url, operation, values);
    headers.set('accept', acceptedTypes(operation));
    const allCookies = [...cookies, ...this.#credentials.addTo(operation, url, headers)];
    if (allCookies.length > 0) headers.set('cookie', allCookies.join('; '));

    const { maxRetryAfterMs } = this.#limits;
    const checkAddress = (target: URL) => refusePrivate(server, target);
    return sendRequest({ method, url, headers, body }, { signal, maxRetryAfterMs, checkAddress });
  }

  async #read<Body>(operation: OperationDescription, { response, url }: Received): Promise<AnswerWithHeaders<Body>> {
    const redact = (text: string) => this.#credentials.redact(text);
    if (!response.ok) throw await readAnswerError(response, `${operation.method} ${operation.path}`, redact);

    const bytes = await readBytes(response, this.#limits.maxAnswerBytes);
    // The type is what the document promises, and the tool's output schema says so: only the API knows whether it is true.
    const body = decodeAnswer(bytes, response, operation) as Body;
    const links = [...readLinks(response.headers.get('link'), url)].map(([relation, target]) => {
      this.#credentials.removeFrom(target);
      return [relation, redact(target.href)] as const;
    });
    const headers = readHeaders(response.headers, operation.answerHeaders ?? []);
    return {
      body,
      ...(links.length > 0 && { links: Object.fromEntries(links) }),
      ...(Object.keys(headers).length > 0 && { headers }),
    };
  }
}

function acceptedTypes(operation: OperationDescription): string {
  const statuses = Object.keys(operation.answers ?? {}).filter((status) => status.startsWith('2'));
  const types =
    statuses.length > 0 ? statuses.flatMap((it) => operation.answers?.[it] ?? []) : promisedTypes(operation, 200);
  return types.length > 0 ? [...new Set(types)].join(', ') : '*/*';
}

/** `fetch` wraps the error of the connection, which has a code such as `ECONNREFUSED`. */
function readNetworkCode(error: unknown): string | undefined {
  for (let it = error; it instanceof Error; it = it.cause) {
    if ('code' in it && typeof it.code === 'string') return it.code;
  }
  return undefined;
}

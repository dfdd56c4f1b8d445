/**
 * Checks every message of a server before the client reads it: against the published schema of the revision, and against what the server
 * was asked and what the client declared.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Revision } from '@sigil/core/engine';
import type { ChannelReader, QuestionHandlers, TextChannel } from '@sigil/client/web';
import { createMessageValidator, type MessageValidator } from '../schemas/message-validator.js';
import { ProtocolViolation } from './peer-error.js';

/** A notification other than progress. */
export interface ReceivedNotification {
  readonly method: string;
  readonly params: JsonObject;
}

/** A request that the server has to answer. */
interface Waiting {
  readonly method: string;
  readonly hasProgress: boolean;
}

const internalError = -32603;
const cancelledMethod = 'notifications/cancelled';
const progressMethod = 'notifications/progress';
const acknowledgedMethod = 'notifications/subscriptions/acknowledged';
const introductions: ReadonlySet<string> = new Set(['initialize', 'server/discover']);
/** The member of an error's data that lists the problems of the answer which the error replaces. */
const problemsMember = 'sigil.problems';

export class CheckedChannel {
  /** Violations that no request can be blamed for. */
  readonly violations: string[] = [];
  /** The server's answer to the handshake or the discovery. */
  introduction: JsonObject = {};
  /** The first answer that broke the protocol. */
  invalidAnswer: ProtocolViolation | undefined;
  readonly #validator: MessageValidator;
  readonly #waiting = new Map<JsonValue, Waiting>();
  readonly #unacknowledged = new Set<JsonValue>();
  /** Subscriptions that the client cancelled: a closing result may cross the cancellation. */
  readonly #cancelledSubscriptions = new Set<JsonValue>();
  #onAcknowledged: () => void = () => undefined;
  #channel: TextChannel | undefined;

  constructor(
    private readonly revision: Revision,
    private readonly handlers: QuestionHandlers,
    private readonly onNotification: (notification: ReceivedNotification) => void,
  ) {
    this.#validator = createMessageValidator(revision.date);
  }

  /** @param open receives the function to call with each text of the server */
  open(open: (receive: (text: string) => void) => TextChannel, { receive }: ChannelReader): TextChannel {
    const channel = open((text) => this.#receive(text, receive));
    this.#channel = channel;
    return { send: (text) => this.send(text), close: () => channel.close() };
  }

  send(text: string): void {
    this.#validator.noteSent(text);
    this.#noteSent(JSON.parse(text) as JsonObject); // the client sends objects
    this.#channel?.send(text);
  }

  /** Resolves when the server has confirmed every subscription that was requested so far. */
  async acknowledged(): Promise<void> {
    while (this.#unacknowledged.size > 0) await new Promise<void>((resolve) => (this.#onAcknowledged = resolve));
  }

  #noteSent({ id, method, params }: JsonObject): void {
    const { requestId, _meta: meta } = isJsonObject(params) ? params : {};
    if (method === cancelledMethod && requestId !== undefined) {
      if (this.#waiting.get(requestId)?.method === 'subscriptions/listen') this.#cancelledSubscriptions.add(requestId);
      this.#forget(requestId);
    }
    if (id === undefined || typeof method !== 'string') return;
    this.#waiting.set(id, { method, hasProgress: isJsonObject(meta) && meta['progressToken'] !== undefined });
    if (method === 'subscriptions/listen') this.#unacknowledged.add(id);
  }

  #receive(text: string, pass: (text: string) => void): void {
    const problems = this.#validator.problemsIn(text);
    const received = parse(text);
    for (const message of Array.isArray(received) ? received : [received]) this.#check(message, problems, pass);
  }

  #check(message: unknown, problems: readonly string[], pass: (text: string) => void): void {
    if (!isJsonObject(message)) return void this.violations.push(...problems);
    const { id, method } = message;
    if (typeof method === 'string' && id !== undefined) this.#checkQuestion(message, problems, pass);
    else if (typeof method === 'string') this.#checkNotification(message, problems, pass);
    else this.#checkAnswer(message, problems, pass);
  }

  /** A question that breaks the schema is answered nevertheless, so that the call goes on and the violation is reported without a wait. */
  #checkQuestion(message: JsonObject, problems: readonly string[], pass: (text: string) => void): void {
    const undeclared = problems.length > 0 ? undefined : this.#findUndeclared(message);
    this.violations.push(...problems, ...(undeclared === undefined ? [] : [undeclared]));
    if (problems.length === 0) return pass(JSON.stringify(message));
    const error = { code: internalError, message: 'the question breaks the schema' };
    this.#channel?.send(JSON.stringify({ jsonrpc: '2.0', id: message['id'], error }));
  }

  #checkNotification(message: JsonObject, problems: readonly string[], pass: (text: string) => void): void {
    if (problems.length > 0) return void this.violations.push(...problems);
    const method = String(message['method']);
    const params = isJsonObject(message['params']) ? message['params'] : {};
    const { progressToken } = params;
    if (method === progressMethod && !this.#waiting.get(progressToken ?? null)?.hasProgress) {
      this.violations.push(`progress for ${JSON.stringify(progressToken)}, which no running request asked for`);
      return;
    }
    pass(JSON.stringify(message));
    if (method === acknowledgedMethod) this.#acknowledge(params);
    else if (method !== progressMethod) this.onNotification({ method, params });
  }

  #checkAnswer(message: JsonObject, problems: readonly string[], pass: (text: string) => void): void {
    const { id, error, result } = message;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined && !waiting && this.#cancelledSubscriptions.delete(id)) {
      this.violations.push(...problems);
      return;
    }
    if (!waiting) {
      // An error without an id, or with the id `null`, answers a text that was not a message; the validator knows which of them is valid.
      const isNameless = (id === undefined || id === null) && error !== undefined;
      const unasked = `an answer to ${JSON.stringify(id)}, which is not waited for`;
      this.violations.push(...(problems.length > 0 || isNameless ? problems : [unasked]));
      return;
    }
    this.#forget(id!);
    const found = problems.length > 0 ? problems : this.#problemsOf(waiting, isJsonObject(result) ? result : {});
    if (introductions.has(waiting.method) && isJsonObject(result)) this.introduction = result;
    if (found.length === 0) return pass(JSON.stringify(message));
    this.invalidAnswer ??= new ProtocolViolation(found);
    const replaced = {
      code: internalError,
      message: 'the answer broke the protocol',
      data: { [problemsMember]: found },
    };
    pass(JSON.stringify({ jsonrpc: '2.0', id, error: replaced }));
  }

  #problemsOf({ method }: Waiting, result: JsonObject): readonly string[] {
    const { protocolVersion, inputRequests } = result;
    if (method === 'initialize' && protocolVersion !== undefined && protocolVersion !== this.revision.date)
      return [`"initialize" must agree on ${this.revision.date}, not ${String(protocolVersion)}`];
    const questions = Object.values(isJsonObject(inputRequests) ? inputRequests : {});
    return questions.flatMap((question) => (isJsonObject(question) ? (this.#findUndeclared(question) ?? []) : []));
  }

  #findUndeclared({ method }: JsonObject): string | undefined {
    const { elicit, sample, roots } = this.handlers;
    if (method === 'elicitation/create' && elicit) return undefined;
    if (method === 'sampling/createMessage' && sample) return undefined;
    if ((method === 'roots/list' && roots) || method === 'ping') return undefined;
    return `the server asked "${String(method)}", which this client did not declare`;
  }

  #acknowledge({ _meta: meta }: JsonObject): void {
    const id = isJsonObject(meta) ? meta['io.modelcontextprotocol/subscriptionId'] : undefined;
    if (id !== undefined) this.#unacknowledged.delete(id);
    this.#onAcknowledged();
  }

  #forget(id: JsonValue): void {
    this.#waiting.delete(id);
    if (this.#unacknowledged.delete(id)) this.#onAcknowledged();
  }
}

/** @returns the problems of the answer that an error replaces; `undefined` for an error of the server itself */
export function readProblems(data: JsonValue | undefined): readonly string[] | undefined {
  const problems = isJsonObject(data) ? data[problemsMember] : undefined;
  return Array.isArray(problems) ? problems.map(String) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The validator has already reported it.
    return undefined;
  }
}

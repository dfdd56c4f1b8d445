/**
 * Validates every message of a server against the published schema of its revision.
 *
 * A result is validated by its request's method, so sent requests must be recorded too. Knows nothing of transports.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { revisions, type RequestId } from '@sigil/core/engine';
import { definitionChecker, type DefinitionChecker } from './definition-checker.js';
import { errorDefinition, messageDefinition, resultDefinitions, resultTypes } from './definition-names.js';

/** Validates one conversation, or one exchange of it. */
export interface MessageValidator {
  /**
   * Records a text that the client sent, so that answers to its requests can be validated. Ignores a text that is not a message.
   */
  noteSent(text: string): void;
  /** Lists the problems of a text that the server sent, each as a sentence that names the place; empty when it is valid. */
  problemsIn(text: string): readonly string[];
}

/**
 * Creates the validator of a revision's server messages: envelope, notifications and requests by method, errors by code,
 * results by the method of the request with their id.
 *
 * @throws Error when no schema of that date is shipped
 */
export function createMessageValidator(revisionDate: string): MessageValidator {
  return new RevisionValidator(definitionChecker(revisionDate));
}

class RevisionValidator implements MessageValidator {
  // A client may reuse an id, and answers may come in any order: any of the methods may apply.
  readonly #methods = new Map<RequestId, Set<string>>();

  constructor(private readonly checker: DefinitionChecker) {}

  noteSent(text: string): void {
    const sent = parse(text);
    for (const message of Array.isArray(sent) ? sent : [sent]) {
      if (!isJsonObject(message)) continue;
      const { id, method } = message;
      if (!isId(id)) continue;
      const methods = this.#methods.get(id) ?? new Set();
      this.#methods.set(id, methods);
      // Without a method it is not a request, but the error that reports this may still repeat its id.
      if (typeof method === 'string') methods.add(method);
    }
  }

  problemsIn(text: string): readonly string[] {
    if (text.includes('\n')) return ['a message must be one line'];
    const received = parse(text);
    if (received === undefined) return ['a message must be JSON'];
    if (Array.isArray(received)) return this.#batchProblems(received);
    return isJsonObject(received) ? this.#messageProblems(received) : ['a message must be a JSON object'];
  }

  #batchProblems(batch: readonly JsonValue[]): readonly string[] {
    if (!this.checker.published.definitions.has('JSONRPCBatchResponse')) return ['this revision has no batches'];
    if (batch.length === 0) return ['a batch must hold at least one message'];
    return batch.flatMap((item) => (isJsonObject(item) ? this.#messageProblems(item) : ['a batch holds objects']));
  }

  #messageProblems(message: JsonObject): readonly string[] {
    const kinds = ['method', 'result', 'error'].filter((member) => message[member] !== undefined);
    if (kinds.length !== 1) return ['a message has exactly one of "method", "result" and "error"'];
    if (typeof message['method'] === 'string') return this.#asked(message, message['method']);
    return message['error'] === undefined ? this.#resultProblems(message) : this.#errorProblems(message);
  }

  #asked(message: JsonObject, method: string): readonly string[] {
    const kind = Object.hasOwn(message, 'id') ? 'Request' : 'Notification';
    const definition = messageDefinition(this.checker.published, kind, method);
    if (definition === undefined) return [`a server of this revision sends no ${kind.toLowerCase()} "${method}"`];
    return [...this.checker.problemsIn(message, `JSONRPC${kind}`), ...this.checker.problemsIn(message, definition)];
  }

  #resultProblems(message: JsonObject): readonly string[] {
    const { id, result } = message;
    const envelope = this.#envelopeProblems(message, ['JSONRPCResultResponse', 'JSONRPCResponse']);
    const methods = isId(id) ? this.#methods.get(id) : undefined;
    if (!methods) return [...envelope, `no request with the id ${JSON.stringify(id)} was sent`];
    const names = [...methods].flatMap((method) => resultDefinitions(this.checker.published, method, result));
    return [...envelope, ...this.#resultTypeProblems(result), ...this.#fitsOneOf(result, names, [...methods])];
  }

  #errorProblems(message: JsonObject): readonly string[] {
    const { id, error } = message;
    const envelope = this.#errorEnvelopeProblems(message);
    const code = isJsonObject(error) ? error['code'] : undefined;
    const specific = typeof code === 'number' ? errorDefinition(this.checker.published, code) : undefined;
    const unknown = isId(id) && !this.#methods.has(id) ? [`no request with the id ${JSON.stringify(id)} was sent`] : [];
    return [...envelope, ...(specific ? this.checker.problemsIn(message, specific) : []), ...unknown];
  }

  /**
   * Accepts the id `null` of JSON-RPC where the schema demands an id: nothing but such an error can answer a message whose id cannot be read.
   */
  #errorEnvelopeProblems(message: JsonObject): readonly string[] {
    const names = ['JSONRPCErrorResponse', 'JSONRPCError'];
    const { id, ...withoutId } = message;
    const isNull = id === null && this.#envelopeProblems(withoutId, names).length > 0;
    return this.#envelopeProblems(isNull ? { ...message, id: 0 } : message, names);
  }

  #envelopeProblems(message: JsonObject, names: readonly string[]): readonly string[] {
    const name = names.find((it) => this.checker.published.definitions.has(it));
    return name === undefined ? [] : this.checker.problemsIn(message, name);
  }

  #resultTypeProblems(result: JsonValue | undefined): readonly string[] {
    const known = resultTypes(this.checker.published);
    const resultType = isJsonObject(result) ? result['resultType'] : undefined;
    // If the revision has the member, its definition reports a missing one.
    if (resultType === undefined || known.includes(String(resultType))) return [];
    return [`"resultType" ${JSON.stringify(resultType)} is none of ${known.join(', ') || 'this revision'}`];
  }

  #fitsOneOf(result: JsonValue | undefined, names: readonly string[], methods: readonly string[]): readonly string[] {
    // A method of an extension has no published schema but that of every result.
    if (names.length === 0 && methods.every(isOfExtension)) return this.checker.problemsIn(result, 'Result');
    if (names.length === 0) return [`"${methods.join()}" is no request of this revision, so it has no result`];
    const attempts = names.map((name) => this.checker.problemsIn(result, name));
    return attempts.some((problems) => problems.length === 0) ? [] : attempts.flat();
  }
}

/** Returns whether no revision has the method. */
function isOfExtension(method: string): boolean {
  return method !== 'initialize' && !revisions.some(({ requests }) => requests.has(method));
}

function isId(value: JsonValue | undefined): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON
  } catch {
    // Not JSON: the caller reports it.
    return undefined;
  }
}

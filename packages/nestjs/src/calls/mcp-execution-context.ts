/**
 * The execution context of a call, for guards, interceptors and filters.
 */
import type { ArgumentsHost } from '@nestjs/common';
import type { Context, JsonObject } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { HttpRequest } from './http-call.js';
import type { McpCall } from './mcp-call.js';

/** The value of `context.getType()` in a call. */
export const mcpContextType = 'mcp';

/** A call as the code around it sees it. `switchToHttp().getRequest()` of Nest's own context is the HTTP request of the call. */
export class McpExecutionContext {
  readonly #call: McpCall;

  private constructor(private readonly host: ArgumentsHost) {
    this.#call = host.getArgByIndex<McpCall>(2);
  }

  /** @throws TypeError for a context of another type, such as an HTTP request of a controller */
  static create(host: ArgumentsHost): McpExecutionContext {
    const type = host.getType<string>();
    if (type === mcpContextType) return new McpExecutionContext(host);
    throw new TypeError(
      `the execution context is of type "${type}"; check host.getType() === "${mcpContextType}" first`,
    );
  }

  /** The kind of the component that is called. */
  get kind(): McpCall['kind'] {
    return this.#call.kind;
  }

  /** The name of the tool or prompt, or the URI or URI template of the resource; for a completion, that of its component. */
  get name(): string {
    return this.#call.name;
  }

  /** The arguments as the client sent them, checked against the schema and not yet decoded. */
  get input(): JsonObject {
    return this.#call.input;
  }

  /** The context that the method gets if it has a parameter of this type. */
  get context(): Context {
    return this.#call.context;
  }

  /** The caller. Without the module's option `principal` it is `local` and has every scope. */
  get principal(): Principal {
    return this.#call.context.principal;
  }

  /** The request that the call came with, after the application's middleware: `request.user` is what a guard put there. */
  getRequest<Request = HttpRequest>(): Request {
    return this.host.getArgByIndex<Request>(0);
  }
}

/**
 * The route of the endpoint. It is an ordinary controller, so the application's prefix, middleware, guards and interceptors for HTTP apply
 * to every request before MCP sees it.
 */
import { All, Controller, Inject, Req, Res, VERSION_NEUTRAL, type Type } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from './calls/http-call.js';
import { SigilServer } from './sigil-server.js';

/** Makes the controller of a path. */
export function makeMcpController(path: string): Type {
  @Controller({ path, version: VERSION_NEUTRAL })
  class McpController {
    constructor(@Inject(SigilServer) private readonly server: SigilServer) {}

    @All()
    handle(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
      this.server.handle({ request, response });
    }
  }
  return McpController;
}

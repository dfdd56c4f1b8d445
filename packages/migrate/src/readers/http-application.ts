/**
 * Recognises the HTTP application that an old server is served by.
 */

/** The transport of a process. */
export const stdio = /\bStdioServerTransport\b/;

/** The transports of HTTP, and the functions that make an application of one. */
export const httpTransport =
  /\b(StreamableHTTPServerTransport|NodeStreamableHTTPServerTransport|WebStandardStreamableHTTPServerTransport|SSEServerTransport|createMcpHandler|createMcpExpressApp|createMcpHonoApp|toNodeHandler)\b/;

/** The start of an expression that makes an application. */
export const httpApp =
  /^(express|fastify|Fastify|createMcpExpressApp|createMcpHonoApp|createMcpFastifyApp|createServer|http\.createServer|polka|new (Hono|Koa|Elysia)|serve)\b/;

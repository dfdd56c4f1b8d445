/**
 * An endpoint in a Fastify application.
 */
// #region fastify
import fastify from 'fastify';
import type { HttpEndpoint } from '@sigil/transport-http';

export function makeFastifyApp(endpoint: HttpEndpoint) {
  const app = fastify();
  void app.register(async (scope) => {
    // In this scope nothing reads the body but the endpoint.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all('/mcp', (request, reply) => {
      reply.hijack();
      endpoint.handle(request.raw, reply.raw);
    });
  });
  return app;
}
// #endregion fastify

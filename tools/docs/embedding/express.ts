/**
 * An endpoint in an Express application.
 */
// #region express
import express from 'express';
import type { HttpEndpoint } from '@sigil/transport-http';

export function makeExpressApp(endpoint: HttpEndpoint) {
  const app = express();
  app.all('/mcp', (request, response) => endpoint.handle(request, response));
  app.use(express.json()); // after it: the endpoint reads the body itself
  return app;
}
// #endregion express

/**
 * A server of the official SDK's first line, which speaks the revisions with a handshake.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { capabilities, serveSurface } from './surface.mjs';

const schemas = {
  'tools/list': types.ListToolsRequestSchema,
  'tools/call': types.CallToolRequestSchema,
  'resources/list': types.ListResourcesRequestSchema,
  'resources/templates/list': types.ListResourceTemplatesRequestSchema,
  'resources/read': types.ReadResourceRequestSchema,
  'prompts/list': types.ListPromptsRequestSchema,
  'prompts/get': types.GetPromptRequestSchema,
  'completion/complete': types.CompleteRequestSchema,
};

const results = {
  'elicitation/create': types.ElicitResultSchema,
  'sampling/createMessage': types.CreateMessageResultSchema,
  'roots/list': types.ListRootsResultSchema,
};

export function openLegacyServer(state) {
  const { instructions } = state;
  const server = new Server({ name: 'legacy-upstream', version: '1.2.3' }, { capabilities, instructions });
  server.setRequestHandler(types.SubscribeRequestSchema, async ({ params }) => {
    state.onSubscribed?.(params.uri);
    return {};
  });
  serveSurface((method, handler) => {
    server.setRequestHandler(schemas[method], (request, extra) =>
      handler(request, {
        signal: extra.signal,
        token: request.params?._meta?.progressToken,
        notify: (notification) => extra.sendNotification(notification),
        ask: (_key, params, method = 'elicitation/create') =>
          // Many servers ask without saying for which call.
          (state.asksApart ? server.request.bind(server) : extra.sendRequest)({ method, params }, results[method], {
            timeout: 60_000,
          }),
        requirePage: (page) => {
          throw new types.UrlElicitationRequiredError([page]);
        },
      }),
    );
  }, state);
  return server;
}

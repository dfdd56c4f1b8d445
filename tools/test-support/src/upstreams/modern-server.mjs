/**
 * A server of the official SDK's second line, which speaks the revision without a handshake.
 */
import { inputRequired, inputResponse, Server } from '@modelcontextprotocol/server';
import { capabilities, serveSurface } from './surface.mjs';

export function openModernServer(state) {
  const { instructions } = state;
  const server = new Server({ name: 'modern-upstream', version: '3.2.1' }, { capabilities, instructions });
  serveSurface((method, handler) => {
    server.setRequestHandler(method, (request, { mcpReq }) => {
      const call = {
        signal: mcpReq.signal,
        token: mcpReq._meta?.progressToken,
        notify: (notification) => mcpReq.notify(notification),
        // The state that goes with the questions: the answers so far.
        async ask(key, params, method = 'elicitation/create') {
          const before = JSON.parse(readState(mcpReq) ?? '{}');
          if (before[key]) return before[key];
          const view = inputResponse(mcpReq.inputResponses, key);
          const given = view.kind === 'missing' ? undefined : mcpReq.inputResponses[key];
          if (given) {
            call.known = { ...before, ...call.known, [key]: given };
            return given;
          }
          const { elicitationId: _id, ...asked } = params;
          const mode = method === 'elicitation/create' ? { mode: 'form' } : {};
          const inputRequests = { [key]: { method, params: { ...mode, ...asked } } };
          call.asking = inputRequired({ inputRequests, requestState: JSON.stringify({ ...before, ...call.known }) });
          return undefined;
        },
      };
      return handler(request, call);
    });
  }, state);
  return server;
}

function readState({ requestState }) {
  return typeof requestState === 'function' ? requestState() : requestState;
}

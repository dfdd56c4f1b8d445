/**
 * Offers a client with the methods of the official SDKs' clients, for code that is written for those.
 */
import type { JsonObject } from '@sigil/core';
import type { Client } from './client.js';

/** The calls of the official SDKs' clients that the modules of `sigil types` make. */
export interface OfficialCalls {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<JsonObject>;
  readResource(params: { uri: string }): Promise<JsonObject>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<JsonObject>;
}

/** @returns calls of the client, which its caller still closes; they resolve with the results as the server sent them */
export function officialCalls(client: Client): OfficialCalls {
  return {
    callTool: async ({ name, arguments: given = {} }) => {
      const { raw } = await client.callTool(name, given as JsonObject); // arguments are sent as JSON
      return raw;
    },
    readResource: ({ uri }) => client.request('resources/read', { uri }),
    getPrompt: ({ name, arguments: given = {} }) => client.request('prompts/get', { name, arguments: given }),
  };
}

/**
 * The tool that stands for an upstream server whose lists cannot be read before somebody has signed in.
 */
import type { Components, FormerTool, PublishedTool } from '@sigil/core/catalog';
import type { UpstreamLists } from '../reading/read-lists.js';
import type { UserTokens } from './user-tokens.js';

const name = 'sign_in';

/** As if the upstream listed it, so that lists are compared as ever. */
export const signInLists: UpstreamLists = {
  tools: [{ name }],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  ttlMs: undefined,
};

/** @param server the upstream's name here */
export function signInComponents(server: string, users: UserTokens): Components {
  return { tools: [signInTool(server, users)], resources: [], resourceTemplates: [], prompts: [] };
}

/** A call that asked its user ends with the tool no longer listed, and comes again with the answer. */
export function formerSignIn(server: string, users: UserTokens): FormerTool {
  return { name, tool: signInTool(server, users), explain: () => `the tools of "${server}" are listed` };
}

function signInTool(server: string, users: UserTokens): PublishedTool {
  return {
    definition: {
      name,
      title: 'Sign in',
      description: `Signs the user in to "${server}". Its tools are listed once somebody has signed in.`,
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
    async run(_input, context) {
      await users.prepare(context, users.open(context.principal));
      const text = `You are signed in to "${server}". Its tools are listed from now on.`;
      return { kind: 'result', content: [{ type: 'text', text }], isError: false };
    },
  };
}

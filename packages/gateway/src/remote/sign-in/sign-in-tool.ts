/**
 * The tool in place of an upstream server whose lists cannot be read before somebody has signed in.
 */
import type { Components, FormerTool, PublishedTool } from '@sigil/core/catalog';
import type { UpstreamLists } from '../reading/read-lists.js';
import type { UserTokens } from './user-tokens.js';

const name = 'sign_in';

/** The lists as if the upstream had this tool, so that they are compared like any others. */
export const signInLists: UpstreamLists = {
  tools: [{ name }],
  resources: [],
  resourceTemplates: [],
  skills: [],
  views: [],
  extensions: [],
  prompts: [],
  instructions: undefined,
  ttlMs: undefined,
};

/** The upstream whose users sign in. */
export interface SignInPlace {
  /** The upstream's name on this server. */
  readonly server: string;
  readonly users: UserTokens;
  /** The scopes that the upstream demanded when its lists were last requested. */
  readonly wantedScope: () => string | undefined;
}

/** Builds a catalog with that tool. */
export function signInComponents(place: SignInPlace): Components {
  return { tools: [signInTool(place)], resources: [], resourceTemplates: [], prompts: [] };
}

/** Keeps the tool callable after the sign-in: a call that asked its user comes back with the answer when the tool is no longer listed. */
export function formerSignIn(place: SignInPlace): FormerTool {
  return { name, tool: signInTool(place), explain: () => `the tools of "${place.server}" are listed` };
}

function signInTool({ server, users, wantedScope }: SignInPlace): PublishedTool {
  return {
    definition: {
      name,
      title: 'Sign in',
      description: `Signs the user in to "${server}". Its tools are listed once somebody has signed in.`,
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
    async run(_input, context) {
      await users.prepare(context, users.open(context.principal));
      const scope = wantedScope();
      const isEnough = scope === undefined || (await users.stepUp(context, scope));
      const text = isEnough
        ? `You are signed in to "${server}". Its tools are listed as soon as it accepts that.`
        : `You are signed in to "${server}". Its tools are listed once it takes the scope that you were asked for (${scope}).`;
      return { kind: 'result', content: [{ type: 'text', text }], isError: false };
    },
  };
}

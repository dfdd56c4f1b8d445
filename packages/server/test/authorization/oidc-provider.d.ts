/**
 * The part of oidc-provider that tests use; it comes without types.
 */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface GrantContext {
    readonly oidc: { readonly client: object; readonly params: Record<string, unknown>; readonly provider: Provider };
    body: object;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    registerGrantType(name: string, handler: (context: GrantContext) => Promise<void>, parameters: string[]): void;
    readonly AccessToken: new (members: object) => { resourceServer: object; save(): Promise<string> };
    readonly ResourceServer: new (resource: string, facts: object) => object;
  }
}

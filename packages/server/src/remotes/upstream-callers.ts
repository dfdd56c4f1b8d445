/**
 * The callers as upstream servers get to know them: by tokens that are exchanged, or by users who sign in there.
 *
 * Upstream servers are opened before anybody listens or is authenticated, so what callers need is filled in then.
 */
import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Principal } from '@sigil/core/engine';
import { openFileSecrets, openMemorySecrets, SignIns, type SecretStore } from '@sigil/gateway';
import type { Configuration } from '../configuration/configuration.js';

/** Where the pages of sign-ins stand, below the server's address. */
export const signInPath = '/oauth';

export class UpstreamCallers {
  readonly signIns: SignIns;
  /** Absent where nobody is asked who they are. */
  readonly callerToken: ((principal: Principal) => string | undefined) | undefined;
  #url: () => string = () => '';
  #tokenOf: (principal: Principal) => string | undefined = () => undefined;

  constructor(configuration: Pick<Configuration, 'auth' | 'stateFolder' | 'requestStateKey'>) {
    this.signIns = new SignIns({ secrets: secretsOf(configuration), baseUrl: () => `${this.#url()}${signInPath}` });
    this.callerToken = configuration.auth && ((principal) => this.#tokenOf(principal));
  }

  /** @param url without a slash at the end, as users' browsers reach it */
  serve(url: () => string, tokenOf: (principal: Principal) => string | undefined): void {
    this.#url = url;
    this.#tokenOf = tokenOf;
  }
}

/** Without a key of the operator's, what is kept could not be read after the next start. */
function secretsOf({
  stateFolder,
  requestStateKey,
}: Pick<Configuration, 'stateFolder' | 'requestStateKey'>): SecretStore {
  if (stateFolder === undefined || !requestStateKey) return openMemorySecrets();
  const key = new Uint8Array(hkdfSync('sha256', requestStateKey, '', 'sigil users at upstream servers', 32));
  return openFileSecrets(join(stateFolder, 'sign-ins'), [key]);
}

/**
 * The identities of callers at upstream servers: by exchanged tokens, or by users' sign-ins.
 *
 * Upstream servers are opened before the server listens and authenticates, so its URL and the callers' tokens are set later.
 */
import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Principal } from '@sigil/core/engine';
import { openFileSecrets, openMemorySecrets, SignIns, type SecretStore } from '@sigil/gateway';
import type { Configuration } from '../configuration/configuration.js';

/** The path of the sign-in pages below the server's address. */
export const signInPath = '/oauth';
/** The name of the folder of secrets in a folder of state. */
export const secretsFolder = 'sign-ins';

export class UpstreamCallers {
  readonly signIns: SignIns;
  /** Absent if callers are not authenticated. */
  readonly callerToken: ((principal: Principal) => string | undefined) | undefined;
  #url: () => string = () => '';
  #tokenOf: (principal: Principal) => string | undefined = () => undefined;

  constructor(
    configuration: Pick<Configuration, 'auth' | 'stateFolder' | 'requestStateKeys'>,
    secrets = openSecrets(configuration),
  ) {
    this.signIns = new SignIns({ secrets, baseUrl: () => `${this.#url()}${signInPath}` });
    this.callerToken = configuration.auth && ((principal) => this.#tokenOf(principal));
  }

  /** @param url for users' browsers, without a trailing slash */
  serve(url: () => string, tokenOf: (principal: Principal) => string | undefined): void {
    this.#url = url;
    this.#tokenOf = tokenOf;
  }
}

/** Keeps secrets in memory without an operator's key, since they could not be decrypted after a restart. */
function openSecrets({
  stateFolder,
  requestStateKeys,
}: Pick<Configuration, 'stateFolder' | 'requestStateKeys'>): SecretStore {
  if (stateFolder === undefined || !requestStateKeys) return openMemorySecrets();
  return keyedSecrets(join(stateFolder, secretsFolder), requestStateKeys);
}

/** Keeps secrets in a folder, encrypted with the first of the operator's keys; all of them decrypt. */
export function keyedSecrets(folder: string, requestStateKeys: readonly Uint8Array[]): SecretStore {
  const derive = (key: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, '', 'sigil users at upstream servers', 32));
  return openFileSecrets(folder, requestStateKeys.map(derive));
}

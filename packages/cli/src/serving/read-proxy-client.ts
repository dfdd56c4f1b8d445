/**
 * Reads which client signs the user of `sigil serve --proxy` in, for authorization servers that register none on request.
 */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@sigil/core';
import { fillVariables, readVariable } from '@sigil/core/building';
import { UsageError } from '../failures/command-error.js';
import type { Environment } from '../terminal/environment.js';

/** The options that describe a client, as commander parses them. */
export interface ProxyClient {
  readonly clientId?: string;
  /** May name variables, as `${NAME}`. */
  readonly clientSecret?: string;
  /** Separated by spaces. */
  readonly scope?: string;
}

/** Whether the proxied server can have users who sign in, and whether it has a header of the user. */
interface Proxied {
  readonly isHttp: boolean;
  readonly hasAuthorization: boolean;
}

const options = { clientId: '--client-id', clientSecret: '--client-secret', scope: '--scope' } as const;

/** Returns the first of the client's options that was given. */
export function givenClientOption(client: ProxyClient): string | undefined {
  const names = Object.keys(options) as (keyof typeof options)[];
  const given = names.find((name) => client[name] !== undefined);
  return given && options[given];
}

/** @returns the credentials as a configuration of the gateway has them @throws UsageError for options that cannot be used */
export function readProxyClient(
  client: ProxyClient,
  { isHttp, hasAuthorization }: Proxied,
  environment: Environment,
): JsonObject {
  const { clientId, clientSecret, scope } = client;
  const option = givenClientOption(client);
  if (option === undefined) return { kind: 'oauth' };
  if (!isHttp) throw new UsageError(`${option} needs an http(s) URL with --proxy: users sign in nowhere else`);
  if (hasAuthorization)
    throw new UsageError(`${option} means nothing with a header Authorization: leave one of the two out`);
  if (clientSecret !== undefined && clientId === undefined) throw new UsageError('--client-secret needs --client-id');
  for (const name of Object.keys(options) as (keyof typeof options)[]) {
    // The gateway fills them again; here a mistake is one of the command line.
    fillVariables(client[name] ?? '', {
      where: 'the command line',
      key: options[name],
      read: (variable) => readVariable(variable, environment, (file) => readFileSync(file, 'utf8')),
      fail: (message) => new UsageError(message),
    });
  }
  return {
    kind: 'oauth',
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scope === undefined ? {} : { scope }),
  };
}

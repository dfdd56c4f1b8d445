/** Variables of the environment in credentials and headers. */
import { expect, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { openRemote } from './open-remote.js';

const client = { clientId: 'gateway', clientSecret: 'b' };
const environment = {
  FROM_A_FILE: 'hidden\n',
  CURLY: '\u201chidden\u201d',
  PLAIN: 'http://login.example/token',
  ROOT: 'https://login.example/',
  BOTH: 'hidden',
  BOTH_FILE: '/hidden',
};

test.each<[JsonObject, string]>([
  [{ auth: { kind: 'bearer', token: '${FROM_A_FILE}' } }, '"auth.token" has a line break'],
  [
    { auth: { kind: 'header', name: 'x-key', value: '${CURLY}' } },
    '"auth.value" has a line break or another character',
  ],
  [{ headers: { 'x-key': '${FROM_A_FILE}' } }, '"headers.x-key" has a line break'],
  [{ headers: { 'x key': 'a' } }, '"headers" must be an object of texts without NUL, by the names of headers'],
  [{ auth: { kind: 'bearer', token: '${constructor}' } }, 'names the variable constructor, which is not set'],
  [{ auth: { kind: 'clientCredentials', ...client, tokenUrl: '${NOT_THERE}' } }, 'names the variable NOT_THERE'],
  [{ auth: { kind: 'clientCredentials', ...client, tokenUrl: '${PLAIN}' } }, '"auth.tokenUrl" must be an https: URL'],
  [
    { auth: { kind: 'clientCredentials', ...client, issuer: 'https://login.example', scope: '${NOT_THERE}' } },
    '"auth.scope" names the variable NOT_THERE',
  ],
  [
    { auth: { kind: 'tokenExchange', ...client, issuer: 'https://login.example', audience: '${NOT_THERE}' } },
    '"auth.audience" names the variable NOT_THERE',
  ],
  [{ auth: { kind: 'oauth', clientMetadataUrl: '${ROOT}' } }, '"auth.clientMetadataUrl" must be an https: URL'],
  [
    {
      auth: {
        kind: 'tokenExchange',
        ...client,
        issuer: 'https://login.example',
        lists: { kind: 'bearer', token: '${NOT_THERE}' },
      },
    },
    '"auth.lists.token" names the variable NOT_THERE',
  ],
  [{ headers: { 'x-key': '${FROM:-x}' } }, '"headers.x-key" has "${" without a variable'],
  [{ headers: { 'x-key': '${BOTH}' } }, '"headers.x-key": BOTH and BOTH_FILE are both set'],
])('%j is rejected with a reason that omits the value', (remote, problem) => {
  const surroundings = {
    name: 'up',
    client: { name: 'sigil', version: '0' },
    environment,
    callerToken: () => undefined,
    signIns: { open: () => ({ openLast: () => undefined }) } as never, // nothing is requested from it
  };
  const opening = (): unknown => openRemote({ url: 'http://127.0.0.1:1/mcp', ...remote }, surroundings);

  expect(opening).toThrow(problem);
  expect(opening).not.toThrow('hidden');
});

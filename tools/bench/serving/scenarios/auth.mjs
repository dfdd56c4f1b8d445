/**
 * Measures calls of a deployed server with authenticated callers, against the same server without authentication.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { inRounds, runLoad, warmUp, withRunning } from '../measuring/measuring.mjs';
import { deployedWith } from '../measuring/subjects.mjs';

const publicUrl = 'http://127.0.0.1';
const audience = `${publicUrl}/mcp/bench`;

/** @param {import('../measuring/measuring.mjs').Run} run whose own subjects are ignored here */
export async function measureAuth(run) {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-bench-auth-'));
  const issuer = await openIssuer();
  try {
    const key = `sk_${randomBytes(32).toString('base64url')}`;
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, JSON.stringify({ keys: [storedKey(key)] }));
    const bearer = (/** @type {string} */ token) => ({ Authorization: `Bearer ${token}` });
    /** @type {Map<string, Record<string, string>>} */
    const headersOf = new Map();
    headersOf.set('JWT', bearer(await issuer.sign()));
    headersOf.set('API key', bearer(key));
    const subjects = [
      deployedWith('nobody is asked', {}),
      deployedWith('JWT', { publicUrl, auth: { issuers: [{ issuer: issuer.url }] } }),
      deployedWith('API key', { publicUrl, auth: { keys } }),
    ];
    return await measure(run, subjects, headersOf);
  } finally {
    issuer.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {import('../measuring/measuring.mjs').Run} run
 * @param {readonly import('../measuring/subjects.mjs').Subject[]} subjects
 * @param {ReadonlyMap<string, Record<string, string>>} headersOf by subject
 */
function measure(run, subjects, headersOf) {
  const order = { mode: 'modern', tools: 3, connections: 16, what: 'call' };
  return withRunning(subjects, { tools: 3 }, async (running) => {
    for (const [name, one] of running) await warmUp(new Map([[name, one]]), { ...order, headers: headersOf.get(name) });
    return inRounds(run, {
      scenario: 'calls, modern, authenticated; ratios to the same server that asks nobody',
      subjects,
      async measure({ name }) {
        const { port, path, pid } = /** @type {import('../measuring/subjects.mjs').Running} */ (running.get(name));
        const times = { seconds: run.seconds, warmUpSeconds: 0.2 };
        const headers = headersOf.get(name);
        const { answers, cpuMicros } = await runLoad('run-load', { ...order, ...times, headers, port, path, pid });
        return { 'CPU µs per call': cpuMicros / answers };
      },
    });
  });
}

/** @param {string} key */
function storedKey(key) {
  const sha256 = createHash('sha256').update(key).digest('hex');
  return { name: 'bench', sha256, scopes: ['all'], createdAt: new Date().toISOString() };
}

/** Opens an issuer on loopback that publishes one key. */
async function openIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }];
  const server = createServer((request, response) => {
    const document = request.url === '/jwks' ? { keys } : { issuer: url, jwks_uri: `${url}/jwks` };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    sign: () =>
      new SignJWT({ scope: 'all', client_id: 'bench' })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'key' })
        .setIssuer(url)
        .setSubject('bench')
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey),
    close: () => server.close().closeAllConnections(),
  };
}

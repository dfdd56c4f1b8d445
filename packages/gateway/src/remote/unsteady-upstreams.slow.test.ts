/** However an upstream behaves, the gateway opens sessions with growing pauses. Time is virtual. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countHandshakes, openUnsteady, type Act } from './unsteady-upstream.test-support.js';

const bodies = ['', 'oops', 'no valid session ID', 'Bad Request: Server not initialized', '{"jsonrpc":"2.0","id":1}'];
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Act>('works') },
  { weight: 5, arbitrary: fc.constantFrom<Act>('drops', 'empty stream', 'notice', 'nonsense', 'error') },
  {
    weight: 6,
    arbitrary: fc.record({
      status: fc.constantFrom(200, 202, 204, 302, 400, 401, 403, 404, 405, 409, 410, 429, 500, 502, 503),
      body: fc.constantFrom(...bodies),
    }),
  },
);
const runs = Number(process.env['SIGIL_UNSTEADY_UPSTREAMS'] ?? 20);

test.each(['legacy', 'auto'])(
  'whatever an upstream answers (protocol %s), at most 10 handshakes come in 10 s and then 2 a minute',
  async (protocol) => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 30 }), fc.boolean(), async (script, isGreeting) => {
        let next = 0;
        const upstream = await openUnsteady(
          (method) => (isGreeting && method === 'initialize' ? 'works' : script[next++ % script.length]!),
          { protocol, transport: 'http', sessions: 'shared' },
        );
        await upstream.pass(140);
        await upstream.remote.close();
        const { first, later } = countHandshakes(upstream.handshakes);
        expect(first).toBeLessThanOrEqual(10);
        expect(later).toBeLessThanOrEqual(2);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  },
  600_000,
);

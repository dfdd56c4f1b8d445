/**
 * Answers a batch, in the one revision that has them: one array with a response for each request, in their order.
 *
 * Spec: 2025-03-26 basic/index#batching
 */
import { McpError } from '../errors/mcp-error.js';
import { latestLegacyRevision } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import type { Session } from './engine.js';
import { errorOutgoing } from './error-outgoing.js';
import type { BatchIncoming, LegacyIncoming, RefusedIncoming } from './incoming.js';
import type { Outgoing, Outlet } from './outlet.js';
import { sendEach } from './send-each.js';

export async function receiveBatch(session: Session, { items }: BatchIncoming, outlet: Outlet): Promise<void> {
  const refusal = refusalOf(session, items);
  if (refusal) return sendEach(outlet, writeRefusals(refusal, items, session.revision ?? latestLegacyRevision));

  const answers = await Promise.all(items.map((item) => answerItem(session, item, outlet)));
  const responses = answers.flat().map((response) => response.json);
  if (responses.length > 0) await outlet.send({ kind: 'response', json: `[${responses.join(',')}]` });
}

/** One for each request, since its sender waits for it; in one array where the revision answers batches with one. */
function writeRefusals(refusal: McpError, items: BatchIncoming['items'], revision: Revision): readonly Outgoing[] {
  const refused = items.flatMap((item) => refuseItem(refusal, item, revision));
  const [first] = refused;
  if (!first) return [errorOutgoing(undefined, refusal, revision)];
  if (revision.batches !== 'accepted') return refused;
  return [{ ...first, json: `[${refused.map(({ json }) => json).join(',')}]` }];
}

function refuseItem(refusal: McpError, item: BatchIncoming['items'][number], revision: Revision): Outgoing[] {
  if (item.kind === 'refused') return item.response.lacksId ? [] : [item.response];
  return item.message.kind === 'request' ? [errorOutgoing(item.message.id, refusal, revision)] : [];
}

function refusalOf(session: Session, items: BatchIncoming['items']): McpError | undefined {
  const opens = items.some(
    (item) => item.kind === 'legacy' && item.message.kind === 'request' && item.message.method === 'initialize',
  );
  if (opens) return new McpError('invalid-request', '"initialize" cannot be in a batch');
  if (session.revision?.batches === 'accepted') return undefined;
  return new McpError('invalid-request', 'this protocol version has no batches: send one message at a time');
}

async function answerItem(
  session: Session,
  item: LegacyIncoming | RefusedIncoming,
  outlet: Outlet,
): Promise<Outgoing[]> {
  // The one revision with batches has no error without an id either.
  if (item.kind === 'refused') return item.response.lacksId ? [] : [item.response];
  const responses: Outgoing[] = [];
  await session.receive(item, {
    ...(outlet.carriesRequests === undefined ? {} : { carriesRequests: outlet.carriesRequests }),
    async send(message) {
      if (message.kind === 'response') responses.push(message);
      else await outlet.send(message);
    },
  });
  return responses;
}

/**
 * Answers a question of an upstream server: a ping directly, every other question through `ask`.
 */
import type { Connection } from '../connect/connection.js';
import type { WireMessage } from '../wire/wire-message.js';
import type { Exchange, QuestionReply } from './exchange.js';

const methodNotFound = -32601;

/** @param ask left out when no client can be asked */
export async function replyTo(message: WireMessage, ask: Exchange['onQuestion']): Promise<QuestionReply> {
  if (message.method === 'ping') return { result: {} };
  if (!ask) return { error: { code: methodNotFound, message: 'nobody can be asked here' } };
  try {
    return await ask(message);
  } catch (error) {
    return { error: { code: -32603, message: error instanceof Error ? error.message : 'the question failed' } };
  }
}

/** Answers questions before there is a session: an upstream may wait for a pong. Spec: 2025-11-25 basic/lifecycle#initialization */
export async function replyEarly(connection: Connection, message: WireMessage): Promise<void> {
  if (message.kind !== 'request') return;
  const reply = await replyTo(message, undefined);
  // An upstream that is gone needs no answer.
  await connection.tell(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply }), {}).catch(() => undefined);
}

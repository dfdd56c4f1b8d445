/**
 * Answers a question of a server: a ping directly, every other question through `ask`.
 */
import type { Connection } from '../transports/connection.js';
import type { WireMessage } from '../wire/wire-message.js';
import type { Exchange, QuestionReply } from './era-client.js';

const methodNotFound = -32601;

/** @param ask left out when no client can be asked */
export async function replyToQuestion(message: WireMessage, ask: Exchange['onQuestion']): Promise<QuestionReply> {
  if (message.method === 'ping') return { result: {} };
  if (!ask) return { error: { code: methodNotFound, message: 'nobody can be asked here' } };
  try {
    return await ask(message);
  } catch (error) {
    return { error: { code: -32603, message: error instanceof Error ? error.message : 'the question failed' } };
  }
}

/** Answers questions before there is a session: a server may wait for a pong. Spec: 2025-11-25 basic/lifecycle#initialization */
export async function replyBeforeSession(connection: Connection, message: WireMessage): Promise<void> {
  if (message.kind !== 'request') return;
  const reply = await replyToQuestion(message, undefined);
  // A server that is gone needs no answer.
  await connection.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply }), {}).catch(() => undefined);
}

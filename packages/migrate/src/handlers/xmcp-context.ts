/**
 * Rewrites uses of the second argument of xmcp's handlers as calls of our `Context`.
 */
import { Node } from 'ts-morph';
import { memberOf, plain } from '../source/static-value.js';
import { replaceNode } from '../source/text-edits.js';
import type { ContextUse } from './context-use.js';

/** Reads one use of the argument; `undefined` for one that the adapter has as it is. */
export function readXmcpUse(access: Node, contextName: string): ContextUse | undefined {
  if (!Node.isPropertyAccessExpression(access)) return undefined;
  const [member, call] = [access.getName(), access.getParent()];
  if (member === 'clientInfo') return { isDirect: false, missing: { at: access, construct: member } };
  if (member !== 'elicit' || !Node.isCallExpression(call) || call.getExpression() !== access) return undefined;
  const given = call.getArguments()[0];
  const question = given && plain(given);
  if (!question || !Node.isObjectLiteralExpression(question)) return undefined;
  if (memberOf(question, 'mode')) return { isDirect: false, missing: { at: call, construct: 'elicit' } };
  const [message, schema] = [memberOf(question, 'message'), memberOf(question, 'requestedSchema')];
  if (!message || !schema) return undefined;
  return {
    edit: replaceNode(call, `${contextName}.elicit(${message.getText()}, ${schema.getText()})`),
    isDirect: true,
  };
}

/**
 * Rewrites uses of the context of MCP-Nest as calls of our `Context`.
 */
import { type CallExpression, Node } from 'ts-morph';
import { memberOf, plain } from '../source/static-value.js';
import { replaceNode } from '../source/text-edits.js';
import type { ContextUse } from './context-use.js';

/** Members that only a request over HTTP has, or that only the SDK's server has. */
const lost = new Set([
  'getSession',
  'getProtocolVersion',
  'getClientCapabilities',
  'getClientInfo',
  'getTraceContext',
  'getArgs',
  'getArgByIndex',
]);

/** Returns whether an expression is the SDK's server, which MCP-Nest hands to handlers. */
export function isNestServer(node: Node): boolean {
  return Node.isPropertyAccessExpression(node) && node.getName() === 'mcpServer';
}

/** Reads one use of the context; `undefined` for one that the adapter has as it is. */
export function readNestUse(access: Node, contextName: string): ContextUse | undefined {
  if (!Node.isPropertyAccessExpression(access)) return undefined;
  const [member, call] = [access.getName(), access.getParent()];
  if (lost.has(member)) return { isDirect: false, missing: { at: call ?? access, construct: member } };
  if (member === 'getRawRequest') return { isDirect: false, missing: { at: access, construct: member } };
  // A use of the server is an edit of its own.
  if (member === 'mcpServer') return { isDirect: true };
  if (member === 'reportProgress' && Node.isCallExpression(call) && call.getExpression() === access) {
    const text = progressCall(call, contextName);
    return text === undefined ? undefined : { edit: replaceNode(call, text), isDirect: true };
  }
  if (member === 'log' && Node.isPropertyAccessExpression(call)) {
    const logged = call.getParent();
    const text = Node.isCallExpression(logged) ? logCall(call.getName(), logged, contextName) : undefined;
    return text === undefined || !logged ? undefined : { edit: replaceNode(logged, text), isDirect: true };
  }
  return undefined;
}

function progressCall(call: CallExpression, context: string): string | undefined {
  const given = call.getArguments()[0];
  const progress = given && plain(given);
  if (!progress || !Node.isObjectLiteralExpression(progress)) return undefined;
  const part = (name: string): string | undefined => memberOf(progress, name)?.getText();
  if (part('progress') === undefined || progress.getProperties().some(Node.isSpreadAssignment)) return undefined;
  const parts = [part('progress'), part('total'), part('message')];
  const last = parts.findLastIndex((text) => text !== undefined);
  return `${context}.reportProgress(${parts
    .slice(0, last + 1)
    .map((text) => text ?? 'undefined')
    .join(', ')})`;
}

const levels: Readonly<Record<string, string>> = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' };

/** A log message without data; the adapter converts data. */
function logCall(name: string, call: CallExpression, context: string): string | undefined {
  const [message, data] = call.getArguments();
  const level = levels[name];
  if (level === undefined || !message || data || !Node.isExpressionStatement(call.getParent())) return undefined;
  return `void ${context}.log('${level}', { message: ${message.getText()} })`;
}

/**
 * Rewrites a handler's uses of its context and of the server as calls of our `Context`.
 */
import { type CallExpression, Node, type ParameterDeclaration } from 'ts-morph';
import { memberOf, nameOf, plain, textOf } from '../source/static-value.js';
import { replaceNode, type TextEdit } from '../source/text-edits.js';
import type { ContextUse, MissingUse } from './context-use.js';
import type { Written } from './returns.js';

/** An edit, and whether it replaces a use of the server. */
export interface ContextEdit extends TextEdit {
  readonly isServer: boolean;
}

/** How a handler uses its context. */
export interface ContextUses {
  readonly edits: readonly ContextEdit[];
  /** Whether every use is of a member that `Context` has under the same name, after the edits. */
  readonly isDirect: boolean;
  readonly missing: readonly MissingUse[];
  /** Whether the server is used. */
  readonly usesServer: boolean;
  /** Whether another function gets the whole context. */
  readonly isPassedOn: boolean;
}

/** Recognises the server in expressions. */
export type IsServer = (node: Node) => boolean;

const sameName = new Set(['signal', 'reportProgress', 'log', 'elicit']);
const lost = new Set([
  'authInfo',
  'sessionId',
  'requestId',
  'requestInfo',
  'sendRequest',
  'session',
  'http',
  'sample',
  'inputResponses',
  'requestState',
  'taskId',
  'taskStore',
  'closeSSEStream',
  'client',
  'streamContent',
  'mcpReq',
  'request',
]);

/** How a framework's handlers use their context. */
export interface ContextReading {
  readonly isServer: IsServer;
  /** The name of our context in the method. */
  readonly contextName: string;
  /** Reads a use that only one framework has, `context.member`; `undefined` for other uses. */
  readonly readMember?: (access: Node, contextName: string) => ContextUse | undefined;
}

/** Reads the uses of a context parameter, and of servers, in a function. */
export function readContextUses(
  fn: Written,
  parameter: ParameterDeclaration | undefined,
  { isServer, contextName, readMember }: ContextReading,
): ContextUses {
  const name = parameter?.getNameNode();
  const edits: ContextEdit[] = [];
  const missing: MissingUse[] = [];
  let [isDirect, usesServer, isPassedOn] = [true, false, false];
  if (name && !Node.isIdentifier(name)) {
    isDirect = false;
    for (const part of name.getDescendants())
      if (Node.isIdentifier(part) && lost.has(part.getText())) missing.push({ at: part, construct: part.getText() });
  }
  fn.forEachDescendant((node) => {
    if (Node.isCallExpression(node) && isServerCall(node, isServer)) {
      usesServer = true;
      const text = serverCall(node, contextName);
      if (text === undefined) missing.push({ at: node, construct: calledName(node) });
      else edits.push({ ...replaceNode(node, text), isServer: true });
      return;
    }
    if (isServer(node) && !isInsideServerCall(node, isServer)) {
      usesServer = true;
      missing.push({ at: node, construct: 'server' });
      return;
    }
    if (
      !Node.isIdentifier(node) ||
      !name ||
      !Node.isIdentifier(name) ||
      node === name ||
      node.getText() !== name.getText()
    )
      return;
    if (node.getSymbol() !== name.getSymbol()) return;
    if (
      node
        .getAncestors()
        .some((one) => Node.isCallExpression(one) && isServerCall(one, isServer) && serverCall(one, contextName))
    )
      return;
    const use = readMember?.(node.getParentOrThrow(), contextName) ?? readUse(node, contextName);
    if (use.edit) edits.push({ ...use.edit, isServer: false });
    if (use.missing) missing.push(use.missing);
    isDirect &&= use.isDirect;
    if (isArgument(node)) {
      isPassedOn = true;
      missing.push({ at: node, construct: name.getText() });
    }
  });
  return { edits, isDirect, missing, usesServer, isPassedOn };
}

function isArgument(node: Node): boolean {
  const call = node.getParent();
  return Node.isCallExpression(call) && call.getArguments().includes(node);
}

function readUse(use: Node, contextName: string): ContextUse {
  const access = use.getParent();
  if (!Node.isPropertyAccessExpression(access) || access.getExpression() !== use) return { isDirect: false };
  const member = access.getName();
  const call = access.getParent();
  if (member === 'mcpReq' && Node.isPropertyAccessExpression(call)) return readRequestUse(call, contextName);
  if (member === 'sendNotification' && Node.isCallExpression(call)) {
    const text = notification(call, contextName);
    return text === undefined
      ? { isDirect: false, missing: { at: call, construct: 'sendNotification' } }
      : { edit: replaceNode(call, text), isDirect: true };
  }
  if (member === '_meta') return { edit: replaceNode(access, `${contextName}.meta`), isDirect: true };
  if (member === 'signal') return { isDirect: true };
  if (lost.has(member)) return { isDirect: false, missing: { at: access, construct: member } };
  return { isDirect: sameName.has(member) && member === 'signal' };
}

/** A use of `ctx.mcpReq`, as the second version of the SDK has it. */
function readRequestUse(access: Node, contextName: string): ContextUse {
  if (!Node.isPropertyAccessExpression(access)) return { isDirect: false };
  const [name, call] = [access.getName(), access.getParent()];
  if (name === 'signal') return { edit: replaceNode(access, `${contextName}.signal`), isDirect: true };
  if (name === '_meta') return { edit: replaceNode(access, `${contextName}.meta`), isDirect: true };
  if (!Node.isCallExpression(call)) return { isDirect: false, missing: { at: access, construct: `mcpReq.${name}` } };
  const given = call.getArguments().map((one) => one.getText());
  if (name === 'log') return { edit: replaceNode(call, `${contextName}.log(${given.join(', ')})`), isDirect: true };
  if (name === 'notify') {
    const text = notification(call, contextName);
    if (text !== undefined) return { edit: replaceNode(call, text), isDirect: true };
  }
  const text = name === 'elicitInput' ? elicitation(call, contextName) : undefined;
  if (text !== undefined) return { edit: replaceNode(call, text), isDirect: true };
  return { isDirect: false, missing: { at: call, construct: `mcpReq.${name}` } };
}

/** `sendNotification({ method, params })` as a method of the context. */
function notification(call: CallExpression, context: string): string | undefined {
  const literal = call.getArguments()[0];
  if (!literal) return undefined;
  const method = textOf(memberOf(plain(literal), 'method'));
  const params = memberOf(plain(literal), 'params');
  if (method === 'notifications/tools/list_changed') return `${context}.listChanged('tools')`;
  if (method === 'notifications/resources/list_changed') return `${context}.listChanged('resources')`;
  if (method === 'notifications/prompts/list_changed') return `${context}.listChanged('prompts')`;
  const object = params && plain(params);
  if (!object || !Node.isObjectLiteralExpression(object)) return undefined;
  const text = (name: string): string | undefined => memberText(object, name);
  if (method === 'notifications/progress')
    return `${context}.reportProgress(${argumentsOf([text('progress'), text('total'), text('message')])})`;
  if (method === 'notifications/message') return logCall(object, context);
  if (method === 'notifications/resources/updated') return `${context}.resourceUpdated(${text('uri') ?? ''})`;
  return undefined;
}

function memberText(object: Node, name: string): string | undefined {
  const member = memberOf(object, name);
  return member?.getText();
}

function argumentsOf(texts: readonly (string | undefined)[]): string {
  const last = texts.findLastIndex((text) => text !== undefined);
  return texts
    .slice(0, last + 1)
    .map((text) => text ?? 'undefined')
    .join(', ');
}

function logCall(params: Node, context: string): string | undefined {
  const level = memberText(params, 'level');
  if (level === undefined) return undefined;
  return `${context}.log(${argumentsOf([level, memberText(params, 'data') ?? "''", memberText(params, 'logger')])})`;
}

function isServerCall(call: CallExpression, isServer: IsServer): boolean {
  const called = call.getExpression();
  if (!Node.isPropertyAccessExpression(called)) return false;
  const object = plain(called.getExpression());
  return (
    isServer(object) ||
    (Node.isPropertyAccessExpression(object) && object.getName() === 'server' && isServer(object.getExpression()))
  );
}

function isInsideServerCall(node: Node, isServer: IsServer): boolean {
  const call = node.getFirstAncestor((one) => Node.isCallExpression(one) && isServerCall(one, isServer));
  return (
    Node.isCallExpression(call) &&
    call.getExpression().getStart() <= node.getStart() &&
    call.getExpression().getEnd() >= node.getEnd()
  );
}

function calledName(call: CallExpression): string {
  const called = call.getExpression();
  return Node.isPropertyAccessExpression(called) ? called.getName() : called.getText();
}

/** A method of the server as a method of the context. */
function serverCall(call: CallExpression, context: string): string | undefined {
  const [first] = call.getArguments();
  const object = first && plain(first);
  switch (calledName(call)) {
    case 'sendToolListChanged':
      return `${context}.listChanged('tools')`;
    case 'sendResourceListChanged':
      return `${context}.listChanged('resources')`;
    case 'sendPromptListChanged':
      return `${context}.listChanged('prompts')`;
    case 'sendResourceUpdated': {
      const uri = object && memberText(object, 'uri');
      return uri === undefined ? undefined : `${context}.resourceUpdated(${uri})`;
    }
    case 'sendLoggingMessage':
      return object && Node.isObjectLiteralExpression(object) ? logCall(object, context) : undefined;
    case 'notification':
      return notification(call, context);
    case 'elicitInput':
      return elicitation(call, context);
    case 'createMessage':
      return sampling(call, context);
    case 'listRoots':
      return call.getArguments().length === 0 ? `rootsOf(${context})` : undefined;
    default:
      return undefined;
  }
}

const samplingMembers = new Set([
  'messages',
  'maxTokens',
  'systemPrompt',
  'temperature',
  'stopSequences',
  'modelPreferences',
  'metadata',
]);

/** A question without tools has one block as its answer. */
function sampling(call: CallExpression, context: string): string | undefined {
  const [given, options] = call.getArguments();
  const question = given && plain(given);
  if (!question || options || !Node.isObjectLiteralExpression(question)) return undefined;
  const names = question.getProperties().map((one) => nameOf(one));
  return names.every((name) => name !== undefined && samplingMembers.has(name))
    ? `sampledBy(${context}, ${question.getText()})`
    : undefined;
}

function elicitation(call: CallExpression, context: string): string | undefined {
  const object = call.getArguments()[0] && plain(call.getArguments()[0] ?? call);
  if (!object || !Node.isObjectLiteralExpression(object) || memberOf(object, 'mode')) return undefined;
  const [message, schema] = [memberText(object, 'message'), memberText(object, 'requestedSchema')];
  return message === undefined || schema === undefined ? undefined : `${context}.elicit(${message}, ${schema})`;
}

/**
 * How a handler gets its context in a method.
 */
import { Node, type ParameterDeclaration } from 'ts-morph';
import { type ContextReading, type ContextUses, readContextUses } from '../handlers/context-uses.js';
import type { Written } from '../handlers/returns.js';
import { isNestServer, readNestUse } from '../handlers/nest-context.js';
import { readXmcpUse } from '../handlers/xmcp-context.js';
import { type Component, type Dialect, isRelay } from '../model.js';
import { Untranslated } from '../untranslated.js';
import type { ClassWriting } from './class-writing.js';

/** A handler, and how its method is called. */
export interface HandlerPlan {
  readonly fn: Written | undefined;
  readonly isInline: boolean;
  readonly method: string;
  readonly contextIndex: number;
}

/** A handler, and the parameter by which it gets its context. */
export interface ContextPlan extends HandlerPlan {
  readonly parameter: ParameterDeclaration | undefined;
}

/** The context of a handler, as its method has it. */
export interface PreparedContext {
  readonly parameters: readonly string[];
  readonly before: readonly string[];
  readonly given: readonly string[];
  readonly uses: ContextUses | undefined;
}

/** Functions of the results module that make the context of a framework. */
const adapters: Readonly<Record<Dialect, string>> = {
  sdk: 'extraOf',
  'low-level': 'extraOf',
  fastmcp: 'fastContextOf',
  nest: 'nestContextOf',
  xmcp: 'xmcpExtraOf',
};

const contextReadings: Readonly<Partial<Record<Dialect, Omit<ContextReading, 'contextName'>>>> = {
  nest: { isServer: isNestServer, readMember: readNestUse },
  xmcp: { isServer: () => false, readMember: readXmcpUse },
};

/** Reads how a handler uses its context, and writes the parameter that it becomes. */
export function readContext(
  writing: ClassWriting,
  component: Component,
  { fn, isInline, parameter }: ContextPlan,
): PreparedContext {
  const adapter = adapters[component.dialect];
  if (isRelay(component.handler) && !component.handler.usesContext)
    return { parameters: [], before: [], given: [], uses: undefined };
  if (isRelay(component.handler) && component.handler.takesContext === true) {
    writing.core.add('Context');
    return { parameters: ['context: Context'], before: [], given: ['context'], uses: undefined };
  }
  if (!fn) {
    writing.core.add('Context');
    writing.helpers.add(adapter);
    return { parameters: ['context: Context'], before: [], given: [`${adapter}(context)`], uses: undefined };
  }
  const name = parameter?.getNameNode();
  const isNamed = name !== undefined && Node.isIdentifier(name);
  const reading = contextReadings[component.dialect] ?? { isServer: writing.isServer };
  const first = readContextUses(fn, parameter, { ...reading, contextName: isNamed ? name.getText() : 'context' });
  const isDirect = isNamed && first.isDirect && isInline;
  const own = isDirect ? name.getText() : name?.getText() === 'context' ? 'call' : 'context';
  const uses = isDirect || !isNamed ? first : readContextUses(fn, parameter, { ...reading, contextName: own });
  reportMissing(writing, component, uses);
  for (const [helper, construct] of askingHelpers) {
    if (!uses.edits.some(({ text }) => text.startsWith(`${helper}(`))) continue;
    writing.helpers.add(helper);
    writing.report(component.at, {
      message: 'a client that cannot be asked makes the call fail with another message',
      severity: 'note',
      name: component.name,
      construct,
    });
  }
  if (uses.edits.some(({ text }) => /\.elicit\(/.test(text)))
    writing.report(component.at, {
      message: 'a client that cannot be asked gives the action `incapable`, where the old server failed',
      severity: 'note',
      name: component.name,
      construct: 'elicitInput',
    });
  if (!parameter && !uses.usesServer) return { parameters: [], before: [], given: [], uses };
  writing.core.add('Context');
  if (!isInline) {
    if (uses.usesServer) throw new Untranslated(fn, 'server', 'a handler that is declared elsewhere uses the server');
    writing.helpers.add(adapter);
    return { parameters: ['context: Context'], before: [], given: [`${adapter}(context)`], uses };
  }
  if (!name) return { parameters: ['context: Context'], before: [], given: [], uses };
  if (isDirect) return { parameters: [`${name.getText()}: Context`], before: [], given: [], uses };
  writing.helpers.add(adapter);
  const serverEdits = uses.edits.filter((edit) => edit.isServer);
  return {
    parameters: [`${own}: Context`],
    // The function that gets the context declares it with a type of the old framework.
    before: [`const ${name.getText()}${uses.isPassedOn ? ': any' : ''} = ${adapter}(${own});`],
    given: [],
    uses: { ...uses, edits: serverEdits },
  };
}

/** Functions of the results module that ask the client, and the methods of the old server that they replace. */
const askingHelpers = [
  ['rootsOf', 'listRoots'],
  ['sampledBy', 'createMessage'],
] as const;

/** Members that the context has, and that do less than before. */
const unlike: Readonly<Record<string, string>> = {
  streamContent: 'parts of a result are not streamed: all of it is sent at its end',
};

/** Whether a node is the context as an argument of a call. */
function isPassed(at: Node): boolean {
  return Node.isIdentifier(at) && Node.isCallExpression(at.getParent());
}

/** Reports what the context lacks. @throws Untranslated for a use without which the handler cannot run */
function reportMissing(writing: ClassWriting, component: Component, { missing }: ContextUses): void {
  for (const { at, construct } of missing) {
    const isFatal =
      Node.isCallExpression(at) ||
      construct === 'server' ||
      ['sendRequest', 'sample', 'inputResponses', 'requestState'].includes(construct) ||
      construct.startsWith('mcpReq');
    if (isFatal && construct !== 'sendNotification')
      throw new Untranslated(at, construct, `the handler uses ${construct}, which has no equivalent here`);
    const message = isPassed(at)
      ? 'another function gets the context: sampling, sessions and headers are undefined in it'
      : (unlike[construct] ??
        `the handler reads ${construct} of its context, which is undefined here; see \`Context\` for what replaces it`);
    writing.report(at, { message, severity: 'warning', name: component.name, construct });
  }
}

/**
 * Reads how a method of MCP-Nest takes its arguments, its context and the HTTP request: by decorators of its parameters, or by their order.
 */
import type { MethodDeclaration, ParameterDeclaration } from 'ts-morph';
import { usesName } from '../handlers/function-text.js';
import type { HandlerParameters } from '../model.js';
import type { CallReading } from '../readers/call-reading.js';
import { decoratorsOf } from '../source/decorators.js';
import { Untranslated } from '../untranslated.js';
import { decoratorPackages } from './nest-packages.js';

/** The parameters of one method. */
export interface MethodParameters extends HandlerParameters {
  /** Statements that declare the parameters that nothing replaces. */
  readonly lead: readonly string[];
  /** Writes the arguments of a call of the old method. */
  readonly given: (args: string, context: string | undefined) => string;
}

/** Reads the parameters. @throws Untranslated for one that a decorator of the application fills in */
export function readMethodParameters(reading: CallReading, method: MethodDeclaration, name: string): MethodParameters {
  const roles = method.getParameters().map((parameter, index) => ({ parameter, role: roleOf(parameter, index) }));
  const find = (role: Role): ParameterDeclaration | undefined => roles.find((one) => one.role === role)?.parameter;
  const [args, context, request] = [find('arguments'), find('context'), find('request')];
  const lead: string[] = [];
  const body = method.getBody();
  if (request && body && usesName(body, request.getName())) {
    const message = `the handler reads the HTTP request, which is undefined here: the caller is in \`context.principal\``;
    reading.warn(request, 'request', message, name);
    lead.push(`const ${request.getName()}: any = undefined;`);
  }
  return {
    ...(args && { arguments: args }),
    ...(context && { context }),
    lead,
    given: (argument, contextText) =>
      roles
        .map(({ role }) =>
          role === 'arguments' ? argument : role === 'context' ? (contextText ?? 'undefined') : 'undefined',
        )
        .join(', '),
  };
}

type Role = 'arguments' | 'context' | 'request';

const order: readonly Role[] = ['arguments', 'context', 'request'];
const roles: Readonly<Record<string, Role>> = {
  Payload: 'arguments',
  Ctx: 'context',
  McpRawRequest: 'request',
};

function roleOf(parameter: ParameterDeclaration, index: number): Role | undefined {
  const all = parameter.getDecorators();
  if (all.length === 0) return order[index];
  const [used] = decoratorsOf(parameter, decoratorPackages);
  const role = used && all.length === 1 ? roles[used.name] : undefined;
  if (role === undefined || (used && used.given.length > 0))
    throw new Untranslated(
      parameter,
      all[0]?.getName() ?? 'parameter',
      'a decorator of the application fills in a parameter of the handler',
    );
  return role;
}

/**
 * Reads the decorators of MCP-Nest and NestJS that decide who calls a component and what runs around it. Scopes have an equivalent. A component
 * with another restriction is not published; all other decorators are findings.
 */
import { type ClassDeclaration, type Decorator, type MethodDeclaration, Node } from 'ts-morph';
import type { CallReading } from '../readers/call-reading.js';
import { decoratorsOf, type UsedDecorator } from '../source/decorators.js';
import { importedName, importOf } from '../source/imports.js';
import { declarationOf, jsonOf, memberOf, resolve } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';
import { decoratorPackages } from './nest-packages.js';

const components = new Set(['Tool', 'Resource', 'ResourceTemplate', 'Prompt', 'McpController', 'Controller']);

/** Decorators that decide who may call a component. Without them it would be open to every caller. */
const restricting = new Set(['UseGuards', 'ToolGuards', 'ToolRoles', 'ToolScopes']);

const losses: Readonly<Record<string, string>> = {
  PublicTool: 'has no equivalent: whoever the server lets in may call this',
  UseInterceptors: 'is not applied: see `onCall`',
  UsePipes: 'is not applied: arguments are checked against the types alone',
  UseFilters: 'is not applied: errors are sent as those of other components; see `onCall`',
};

/**
 * Reads the decorators of a component's method and class as options, and reports those without an equivalent.
 *
 * @throws Untranslated for one that decides who may call the component
 */
export function readAccess(
  reading: CallReading,
  method: MethodDeclaration,
  owner: ClassDeclaration,
  name: string,
): readonly (readonly [string, string])[] {
  const used = [...decoratorsOf(method, decoratorPackages), ...decoratorsOf(owner, decoratorPackages)];
  const options: (readonly [string, string])[] = [];
  for (const one of used) {
    const scopes = one.name === 'ToolScopes' ? readScopes(one) : undefined;
    if (scopes) {
      options.push(['scopes', JSON.stringify(scopes)]);
      const message =
        'the scopes are checked where the server authenticates callers, and local callers have all of them';
      reading.warn(one.node, 'ToolScopes', message, name);
    } else if (restricting.has(one.name) && one.given.length > 0) throw closed(one.node, one.name);
    else if (one.name === 'Injectable') reportScope(reading, one, name);
    else if (!components.has(one.name) && !isReplaced(one, method, reading, name)) {
      const loss = losses[one.name] ?? 'has no effect here';
      reading.warn(one.node, one.name, `@${one.name} ${loss}`, name);
    }
  }
  for (const own of method.getDecorators().filter((one) => !used.some(({ node }) => node === one))) {
    if (restricts(own)) throw closed(own, own.getName());
    const message = `@${own.getName()} of the application is not applied: nothing reads it here`;
    reading.warn(own, own.getName(), message, name);
  }
  return options;
}

/** Whether a decorator of the application is made of one that decides who may call: `applyDecorators(UseGuards(Guard))`. */
function restricts(own: Decorator): boolean {
  const expression = own.getExpression();
  const made = declarationOf(Node.isCallExpression(expression) ? expression.getExpression() : expression);
  return (
    made?.getDescendants().some((one) => {
      if (!Node.isIdentifier(one) || !restricting.has(importedName(one))) return false;
      return decoratorPackages.test(importOf(one) ?? '');
    }) === true
  );
}

function closed(node: Node, name: string): Untranslated {
  const message = `@${name} decides who may call it, and has no equivalent: publish it with \`scopes\`, or with a check in \`onCall\``;
  return new Untranslated(node, name, message);
}

/** `@UseFilters(McpExceptionFilter)` only sends the messages of errors. */
function isReplaced(one: UsedDecorator, method: Node, reading: CallReading, name: string): boolean {
  if (one.name !== 'UseFilters' || one.given.length !== 1 || one.given[0]?.getText() !== 'McpExceptionFilter')
    return false;
  const message =
    'the messages of all errors of this component were sent: throw `ToolError` for those that callers read';
  reading.warn(method, 'UseFilters', message, name);
  return true;
}

/** The scopes that a caller must hold, all of them; `undefined` for those of which one suffices. */
function readScopes({ given: [list, options] }: UsedDecorator): readonly string[] | undefined {
  const scopes = jsonOf(list);
  const match = options && memberOf(resolve(options), 'match');
  if (!Array.isArray(scopes) || (match && jsonOf(match) !== 'all')) return undefined;
  return scopes.filter((one) => typeof one === 'string');
}

function reportScope(reading: CallReading, { node, given: [options] }: UsedDecorator, name: string): void {
  const scope = options && memberOf(resolve(options), 'scope');
  if (!scope || /\bDEFAULT$/.test(scope.getText())) return;
  const message = `${scope.getText()}: there was an instance for each request; one instance serves all calls now`;
  reading.warn(node, 'scope', message, name);
}

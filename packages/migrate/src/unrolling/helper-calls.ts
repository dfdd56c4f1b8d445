/**
 * Writes the call of a function that registers a component by its arguments as the body of that function.
 */
import { type CallExpression, Node, type ParameterDeclaration, type Statement } from 'ts-morph';
import { startedCall } from '../handlers/function-text.js';
import { bare, isWritten, type Written } from '../handlers/returns.js';
import type { ServerUses } from '../readers/server-uses.js';
import { functionBehind, type ServerValues } from '../readers/server-values.js';
import { joinLined, type LinedText, linedAt } from '../source/source-lines.js';
import { memberOf, plain, resolve } from '../source/static-value.js';
import { bindArguments, isOwnCall } from './argument-binding.js';
import { copiedBody, hasPlainExits } from './body-copies.js';
import { identifiersIn } from './local-renames.js';
import { NotCopied, declaredBy } from './replacements.js';

/** The servers of a folder, and their uses in each file. */
export interface ServersInFiles {
  readonly servers: ServerValues;
  readonly usesOf: (node: Node) => ServerUses;
}

/** A call of a function that registers a component by its arguments. */
export interface HelperCall {
  readonly call: CallExpression;
  readonly fn: Written;
  readonly isAwaited: boolean;
}

/** Returns the call of such a function that a statement is. */
export function helperCallIn(statement: Statement, found: ServersInFiles): HelperCall | undefined {
  if (!Node.isExpressionStatement(statement)) return undefined;
  const expression = statement.getExpression();
  const value = plain(Node.isVoidExpression(expression) ? expression.getExpression() : expression);
  const call = bare(value);
  if (!Node.isCallExpression(call) || startedCall(call) !== call) return undefined;
  const fn = functionBehind(call.getExpression()) ?? methodOfMade(call);
  if (!fn || !isHelper(fn, call, found) || call.getAncestors().includes(fn)) return undefined;
  return { call, fn, isAwaited: value !== call };
}

/** Whether a function registers a component whose name, texts or schemas come from its arguments. */
function isHelper(fn: Written, call: CallExpression, found: ServersInFiles, depth = 0): boolean {
  const { servers, usesOf } = found;
  const own = fn.getParameters().filter((one) => !servers.holders.has(one));
  const getsServer = own.length < fn.getParameters().length;
  const isOfObject = Node.isMethodDeclaration(fn) && getsServer && !isOwnCall(fn, call);
  if (!fn.getBody()) return false;
  const called = fn
    .getDescendants()
    .filter(Node.isCallExpression)
    .filter((one) => one.getFirstAncestor(isWritten) === fn);
  const passesOn = called.some((one) => {
    const inner =
      depth < 5 &&
      one.getArguments().some((given) => usesAny(given, own, false)) &&
      functionBehind(one.getExpression());
    return inner && inner !== fn && isHelper(inner, one, found, depth + 1);
  });
  if (passesOn) return true;
  const registrations = usesOf(fn)
    .registrationsIn(fn)
    .filter((call) => call.getFirstAncestor(isWritten) === fn);
  return registrations.some((one) =>
    one
      .getArguments()
      .slice(0, 2)
      .some((given) => !isWritten(given) && usesAny(given, own, isOfObject)),
  );
}

/** The method of an object that the source constructs, also if its type says less: `tools[0].register`. */
function methodOfMade(call: CallExpression): Written | undefined {
  const called = call.getExpression();
  if (!Node.isPropertyAccessExpression(called)) return undefined;
  const object = resolve(called.getExpression());
  const member = Node.isNewExpression(object) ? memberOf(object, called.getName()) : undefined;
  return Node.isMethodDeclaration(member) ? member : undefined;
}

/** Whether an expression uses a parameter or the object of a method, also by way of constants of the function. */
function usesAny(node: Node, parameters: readonly ParameterDeclaration[], orThis: boolean, depth = 0): boolean {
  let found = false;
  const visit = (one: Node): void => {
    if (found || isWritten(one) || depth > 5) return;
    if (orThis && Node.isThisExpression(one)) return void (found = true);
    if (!Node.isIdentifier(one)) return void one.forEachChild(visit);
    const declaration = declaredBy(one);
    const parameter = [declaration, ...(declaration?.getAncestors() ?? [])].find(Node.isParameterDeclaration);
    const value = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
    const isLocal = declaration?.getFirstAncestor(isWritten) === parameters[0]?.getParent();
    found = parameter
      ? parameters.includes(parameter)
      : isLocal && value !== undefined && usesAny(value, parameters, orThis, depth + 1);
  };
  visit(node);
  return found;
}

/** Writes the body with the arguments of a call; `taken` are names that other copies declare. @throws NotCopied if it means something else at the place of the call */
export function inlinedCall({ call, fn, isAwaited }: HelperCall, taken: Set<string>): LinedText {
  const body = fn.getBody();
  const isWhole = body !== undefined && hasPlainExits(body, 'return') && !/\b(super|arguments)\b/.test(fn.getText());
  if (!isWhole || (fn.isAsync() && !isAwaited) || (!Node.isArrowFunction(fn) && fn.isGenerator()))
    throw new NotCopied();
  const line = call.getStartLineNumber();
  const { replacements, before } = bindArguments(call, fn, taken);
  const isElsewhere = call.getSourceFile() !== fn.getSourceFile();
  for (const name of isElsewhere ? identifiersIn(call.getSourceFile()) : []) taken.add(name);
  const { text } = copiedBody(body, replacements, { exit: 'return', taken });
  return joinLined([...before.flatMap((one) => [one, linedAt('\n', line)]), linedAt(text, line)]);
}

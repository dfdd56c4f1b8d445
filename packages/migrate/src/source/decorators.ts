/**
 * Finds the decorators of a declaration by the module that they are imported from.
 */
import { type Decorator, Node } from 'ts-morph';
import { importedName, importOf } from './imports.js';

/** A decorator, with its name in the module that exports it. */
export interface UsedDecorator {
  readonly node: Decorator;
  readonly module: string;
  readonly name: string;
  readonly given: readonly Node[];
}

/** Lists the decorators of a class, a member or a parameter that modules of this name export. */
export function decoratorsOf(node: Node, modules: RegExp): readonly UsedDecorator[] {
  if (!Node.isDecoratable(node)) return [];
  return node.getDecorators().flatMap((one) => {
    const expression = one.getExpression();
    const called = Node.isCallExpression(expression) ? expression.getExpression() : expression;
    const module = Node.isIdentifier(called) ? importOf(called) : undefined;
    if (module === undefined || !modules.test(module)) return [];
    const given = Node.isCallExpression(expression) ? expression.getArguments() : [];
    return [{ node: one, module, name: importedName(called), given }];
  });
}

/** Returns the decorator of one name; `undefined` if the declaration has none. */
export function findDecorator(node: Node, modules: RegExp, name: string): UsedDecorator | undefined {
  return decoratorsOf(node, modules).find((one) => one.name === name);
}

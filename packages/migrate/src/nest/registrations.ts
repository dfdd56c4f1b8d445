/**
 * Finds the components that an application registers at run time.
 */
import { Node, SyntaxKind } from 'ts-morph';
import type { ReportFinding } from '../model.js';
import { declarationOf } from '../source/static-value.js';

/** A statement such as `this.registry.registerTool({ … })`. */
export interface Registration {
  readonly statement: Node;
  readonly method: string;
  /** The component, if the source names it. */
  readonly name?: string;
}

const registering = new Set([
  'registerTool',
  'registerResource',
  'registerPrompt',
  'removeTool',
  'removeResource',
  'removePrompt',
]);

/** Said of such a statement. */
export const notKnown = 'components that a run of the old server registers are not known';

/** Finds the registrations in a node: calls of the registry of version 1 and of the strategy of version 2. */
export function findRegistrations(node: Node): readonly Registration[] {
  return node.getDescendantsOfKind(SyntaxKind.ExpressionStatement).flatMap((statement) => {
    const call = statement.getExpression();
    const called = Node.isCallExpression(call) ? call.getExpression() : undefined;
    if (!Node.isPropertyAccessExpression(called) || !registering.has(called.getName())) return [];
    const owner = called.getExpression();
    const declaration = declarationOf(Node.isPropertyAccessExpression(owner) ? owner.getNameNode() : owner);
    if (!declaration || !/\bMcp(Registry\w*|Strategy)\b|MCP_STRATEGY/.test(declaration.getText())) return [];
    const name = /\bname:\s*['"]([^'"]+)['"]/.exec(statement.getText())?.[1];
    return [{ statement, method: called.getName(), ...(name !== undefined && { name }) }];
  });
}

/** Reports a registration. */
export function reportRegistration(report: ReportFinding, { statement, method, name }: Registration): void {
  report(statement, {
    message: `${notKnown}: write a method for each of them`,
    severity: 'error',
    construct: method,
    ...(name !== undefined && { name }),
  });
}

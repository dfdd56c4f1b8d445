/**
 * Finds the decorators of @sigil/core on classes and their members, even if renamed on import.
 */
import type { PublicationKind } from '@sigil/core/building';
import type { Decorator, ts } from 'ts-morph';
import type { ClassMember, ClassNode } from './program/class-nodes.js';
import { unwrapExpression } from './exported-value.js';
import { compiler, Node } from './program/compiler.js';
import { placeOf } from './program/problems.js';
import { type Reading, resolveAlias } from './program/reading.js';

/** A `@Tool(…)`, `@Resource(…)`, `@Prompt(…)` or `@Complete(…)`. */
export interface Marker {
  readonly kind: PublicationKind;
  readonly decorator: Decorator;
  readonly arguments: readonly ts.Expression[];
}

const kinds: ReadonlyMap<string, Marker['kind']> = new Map([
  ['Tool', 'tool'],
  ['Resource', 'resource'],
  ['Prompt', 'prompt'],
  ['Complete', 'completion'],
]);

/** Returns the markers on a member, in source order; reports one that was applied indirectly. */
export function findMarkers(reading: Reading, member: ClassMember): Marker[] {
  return decoratorsOf(member).flatMap((decorator) => {
    const called = findCalled(reading, decorator);
    const kind = called && kinds.get(called.name);
    if (kind) return [{ kind, decorator, arguments: argumentsOf(decorator) }];
    if (isIndirectMarker(reading, decorator)) {
      const message = `${decorator.getText()} publishes the method, but the build cannot read how`;
      reading.problems.add({ code: 'SIGIL024', at: placeOf(decorator.compilerNode), message });
    }
    return [];
  });
}

/** Returns the argument of the class's `@Namespace(…)`, if it has one. */
export function findNamespace(reading: Reading, declaration: ClassNode): readonly ts.Expression[] {
  const decorator = decoratorsOf(declaration).find((one) => findCalled(reading, one)?.name === 'Namespace');
  return decorator ? argumentsOf(decorator) : [];
}

/** Returns the `@View(…)` of the class itself, in source order. */
export function findViewDecorators(reading: Reading, declaration: ClassNode): Decorator[] {
  return decoratorsOf(declaration).filter((one) => findCalled(reading, one)?.name === 'View');
}

/** Reads the modifiers, since the compiler's own function ignores decorators in invalid places. */
function decoratorsOf(node: ClassNode | ClassMember): Decorator[] {
  return Node.isModifierable(node) ? node.getModifiers().filter((one) => Node.isDecorator(one)) : [];
}

function argumentsOf(decorator: Decorator): readonly ts.Expression[] {
  const expression = unwrapExpression(decorator.getExpression().compilerNode);
  return compiler.isCallExpression(expression) ? expression.arguments : [];
}

/** Returns the function of @sigil/core that the decorator calls (or names without a call, which the compiler refuses). */
function findCalled(reading: Reading, decorator: Decorator): ts.Symbol | undefined {
  const expression = unwrapExpression(decorator.getExpression().compilerNode);
  const callee = unwrapExpression(compiler.isCallExpression(expression) ? expression.expression : expression);
  const symbol = reading.checker.getSymbolAtLocation(callee);
  const called = symbol && resolveAlias(reading, symbol);
  return reading.origins.isFromCore(called) ? called : undefined;
}

/** Returns whether a helper makes the decorator: it still marks the method at run time, so it must not be missed. */
function isIndirectMarker(reading: Reading, decorator: Decorator): boolean {
  const type = reading.checker.getTypeAtLocation(decorator.compilerNode.expression);
  const symbol = type.aliasSymbol ?? type.getSymbol();
  return symbol?.name === 'MethodMarker' && reading.origins.isFromCore(symbol);
}

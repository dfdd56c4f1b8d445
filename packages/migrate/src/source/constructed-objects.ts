/**
 * Finds the members of an object that a class of the folder constructs.
 */
import { type ClassDeclaration, Node, type NewExpression, SyntaxKind } from 'ts-morph';
import { isAssigned } from './assignments.js';

/** Follows names to their values; given, since values contain constructed objects. */
interface Following {
  readonly declarationOf: (node: Node) => Node | undefined;
}

/** Returns the initial value, the getter's value or the method behind a member; undefined if it depends on a run. */
export function constructedMember(object: NewExpression, name: string, following: Following): Node | undefined {
  const made = following.declarationOf(object.getExpression());
  let given: readonly (Node | undefined)[] | undefined = object.getArguments();
  for (let one = Node.isClassDeclaration(made) ? made : undefined; one; one = baseOf(one, following)) {
    const member = one.getInstanceMember(name) ?? one.getInstanceMethod(name);
    if (member) return valueOf(member, one, given);
    given = argumentsOfBase(one, given);
  }
  return undefined;
}

function baseOf(one: ClassDeclaration, { declarationOf }: Following): ClassDeclaration | undefined {
  const base = one.getExtends()?.getExpression();
  const declaration = base && declarationOf(base);
  return Node.isClassDeclaration(declaration) ? declaration : undefined;
}

function valueOf(
  member: Node,
  owner: ClassDeclaration,
  given: readonly (Node | undefined)[] | undefined,
): Node | undefined {
  if (Node.isMethodDeclaration(member)) return member;
  if (Node.isGetAccessorDeclaration(member)) {
    const [only, second] = member.getDescendantsOfKind(SyntaxKind.ReturnStatement);
    return second ? undefined : only?.getExpression();
  }
  if (Node.isParameterDeclaration(member)) {
    const index = owner.getConstructors()[0]?.getParameters().indexOf(member) ?? -1;
    return hasOtherValue(member) ? undefined : (given?.[index] ?? member.getInitializer());
  }
  return Node.isPropertyDeclaration(member) && !hasOtherValue(member) ? member.getInitializer() : undefined;
}

/** The arguments that a class passes on to its base; parameters of its constructor are those of the construction. */
function argumentsOfBase(
  one: ClassDeclaration,
  given: readonly (Node | undefined)[] | undefined,
): readonly (Node | undefined)[] | undefined {
  const [constructor] = one.getConstructors();
  if (!constructor) return given;
  const call = constructor
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((inner) => inner.getExpression().getKind() === SyntaxKind.SuperKeyword);
  return call?.getArguments().map((argument) => {
    const symbol = Node.isIdentifier(argument) ? argument.getSymbol() : undefined;
    const index = constructor.getParameters().findIndex((parameter) => parameter === symbol?.getDeclarations()[0]);
    return index < 0 ? argument : given?.[index];
  });
}

function hasOtherValue(member: Node): boolean {
  const named = Node.isPropertyDeclaration(member) || Node.isParameterDeclaration(member) ? member : undefined;
  const uses = named?.findReferencesAsNodes() ?? [];
  return uses.some((use) => {
    const parent = use.getParent();
    return isAssigned(Node.isPropertyAccessExpression(parent) ? parent : use);
  });
}

/**
 * Refuses calls of a store whose result nobody looks at: a store may refuse at any time, and what it refused would be lost in silence.
 *
 * A call is awaited, returned to a caller that awaits it, or handed to a queue that repeats it. Any other call stands in a table that says
 * what becomes of it.
 */
import ts from 'typescript';
import type { Problem } from '../problem.ts';

/** A call that is neither awaited nor returned. */
export interface UnawaitedCall {
  readonly file: string;
  /** The text of the function that is called, such as `this.store.forget`. */
  readonly call: string;
  /** The consequence when the store refuses. */
  readonly because: string;
}

/** The sources to check, and where the interfaces of stores are declared. */
export interface StoreCallsOptions {
  readonly program: ts.Program;
  /** Returns whether a file declares interfaces of stores. */
  readonly isStoreInterface: (file: string) => boolean;
  /** Returns the path of a checked file from the workspace's root; `undefined` for a file that is not checked. */
  readonly pathOf: (file: string) => string | undefined;
  readonly allowed: readonly UnawaitedCall[];
}

/** `caught` calls are awaited, `handled` ones are not; both say themselves what becomes of a refusal. */
type Outcome = 'awaited' | 'caught' | 'returned' | 'handed-over' | 'handled' | 'dropped';

/** Checks every file of the program, and that each row of the table still has its call. */
export function checkStoreCalls({ program, isStoreInterface, pathOf, allowed }: StoreCallsOptions): Problem[] {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().flatMap((file) => {
    const path = pathOf(file.fileName);
    return path === undefined ? [] : [{ file, path }];
  });
  const calls = files.flatMap(({ file, path }) => callsIn(file).map((call) => ({ call, path, file })));
  const resolved = calls.map((found) => ({ ...found, target: declarationOf(found.call, checker) }));
  const isStoreMember = (target: ts.Node | undefined): boolean =>
    target !== undefined && isPromising(target, checker) && isOfStore(target, isStoreInterface, checker);
  // Functions that pass the promise of a store, or its refusal, on to their callers.
  const passing = new Set<ts.Node>();
  for (let size = -1; size < passing.size;) {
    size = passing.size;
    for (const { call, target } of resolved) {
      if (!isStoreMember(target) && !(target && passing.has(target))) continue;
      const outcome = outcomeOf(call);
      const around =
        outcome === 'returned' || (outcome === 'awaited' && !isCaught(call)) ? functionOf(call) : undefined;
      if (around) passing.add(around);
    }
  }
  const used = new Set<UnawaitedCall>();
  const problems = resolved.flatMap(({ call, target, path, file }): Problem[] => {
    const isDirect = isStoreMember(target);
    if (!isDirect && !(target && passing.has(target))) return [];
    const outcome = outcomeOf(call);
    if (outcome !== 'dropped' && !(outcome === 'handled' && isDirect)) return [];
    const text = call.expression.getText(file).replaceAll(/\s+/g, ' ');
    const row = allowed.find((known) => known.file === path && known.call === text);
    if (row) {
      used.add(row);
      return [];
    }
    const line = file.getLineAndCharacterOfPosition(call.getStart(file)).line + 1;
    const message = `calls a store with ${text} and does not await it: await it, give it to WriteRetries, or add a row to store-calls.data.ts`;
    return [{ file: path, line, message }];
  });
  const stale = allowed.filter((row) => !used.has(row));
  return [
    ...problems,
    ...stale.map(({ file, call }) => ({ file, message: `has no unawaited call of ${call} any more` })),
  ];
}

function callsIn(file: ts.SourceFile): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

function declarationOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.Node | undefined {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  // The declaration of a function type is the member that has it.
  return declaration && ts.isFunctionTypeNode(declaration) ? declaration.parent : declaration;
}

function isPromising(member: ts.Node, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeAtLocation(member);
  return type.getCallSignatures().some((signature) => {
    const returned = checker.getReturnTypeOfSignature(signature);
    const types = returned.isUnion() ? returned.types : [returned];
    return types.some((one) => one.getSymbol()?.name === 'Promise');
  });
}

/** Returns whether the member is declared by an interface of stores, or by a class that implements one. */
function isOfStore(member: ts.Node, isStoreInterface: (file: string) => boolean, checker: ts.TypeChecker): boolean {
  const owner = member.parent;
  if (!owner) return false;
  if (ts.isInterfaceDeclaration(owner)) return isStoreInterface(owner.getSourceFile().fileName);
  if (!ts.isClassDeclaration(owner) || !ts.isMethodDeclaration(member)) return false;
  const interfaces = (owner.heritageClauses ?? []).flatMap(({ types }) => types);
  return interfaces.some(({ expression }) => {
    const symbol = checker.getSymbolAtLocation(expression);
    const named = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = named?.declarations ?? [];
    if (!declaration || !isStoreInterface(declaration.getSourceFile().fileName)) return false;
    return named?.members?.has(ts.escapeLeadingUnderscores(member.name.getText())) ?? false;
  });
}

/** Follows the promise of a call outwards. */
function outcomeOf(call: ts.CallExpression): Outcome {
  let node: ts.Node = call;
  let isHandled = false;
  for (;;) {
    const { parent } = node;
    if (ts.isAwaitExpression(parent)) return isHandled ? 'caught' : 'awaited';
    if (ts.isReturnStatement(parent)) return isHandled ? 'handled' : 'returned';
    if (ts.isArrowFunction(parent) && parent.body === node) return isHandled ? 'handled' : 'returned';
    if (ts.isVoidExpression(parent) || ts.isExpressionStatement(parent)) return isHandled ? 'handled' : 'dropped';
    if (ts.isVariableDeclaration(parent)) return isAwaitedLater(parent) ? 'awaited' : 'handled';
    if (ts.isCallExpression(parent) && parent.expression !== node) return 'handed-over';
    if (ts.isPropertyAccessExpression(parent)) {
      // `call.then(…)`: the chain goes on with the call around it. A member of the result itself was awaited before.
      const { text } = parent.name;
      if (text !== 'then' && text !== 'catch' && text !== 'finally') return 'awaited';
      const chained = parent.parent;
      if (!ts.isCallExpression(chained)) return 'handed-over';
      isHandled ||= text === 'catch' || (text === 'then' && chained.arguments.length > 1);
      node = chained;
      continue;
    }
    // The value that was assigned is awaited where it is read.
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken)
      return 'handed-over';
    if (ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent)) return 'handed-over';
    if (ts.isSourceFile(parent) || ts.isBlock(parent)) return 'dropped';
    node = parent;
  }
}

function isAwaitedLater({ name, parent }: ts.VariableDeclaration): boolean {
  const block = parent.parent.parent;
  const text = block.getText();
  const variable = name.getText();
  return new RegExp(`(await|return) \\(?${variable}\\b(?!\\s*\\.)`).test(text);
}

function isCaught(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at) && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isTryStatement(at.parent) && at.parent.tryBlock === at && at.parent.catchClause) return true;
  }
  return false;
}

function functionOf(node: ts.Node): ts.Node | undefined {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

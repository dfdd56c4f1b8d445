/**
 * Writes a loop over constants that registers components as one copy of its body for each of them.
 */
import { Node, type Statement } from 'ts-morph';
import { isWritten, type Written } from '../handlers/returns.js';
import { functionBehind } from '../readers/server-values.js';
import { joinLined, type LinedText, linedAt, linedPart } from '../source/source-lines.js';
import { declarationOf, plain } from '../source/static-value.js';
import { copiedBody, hasPlainExits } from './body-copies.js';
import { isChanged } from './changed-values.js';
import { type Item, isPath, itemsOf, keysOf } from './constant-items.js';
import { freeName, identifiersIn } from './local-renames.js';
import { NotCopied, type Replacements, bindItem, isSimple } from './replacements.js';

/** A loop of the source. */
interface Loop {
  readonly iterated: Node;
  /** Whether it takes the names of an object: `for (const name in object)`. */
  readonly takesKeys: boolean;
  /** The declaration of the item, and that of its index. */
  readonly declared: readonly Node[];
  /** The block, statement or expression that runs for each item. */
  readonly body: Node;
  /** The name of the function that runs for each item, which is the body then. */
  readonly called?: string;
  readonly isCallback: boolean;
}

/** Returns the expression whose items a statement visits; undefined for a statement that is no loop. */
export function loopOver(statement: Statement): Node | undefined {
  return readLoop(statement)?.iterated;
}

/** Writes the copies; undefined if the items depend on a run. `taken` are names that other copies declare, and gets those of these. */
export function unrolledLoop(statement: Statement, taken: Set<string>): LinedText | undefined {
  const loop = readLoop(statement);
  if (!loop || !hasPlainExits(loop.body, loop.isCallback ? 'return' : 'continue')) return undefined;
  const found = readItems(loop, statement, taken);
  if (!found) return undefined;
  const line = statement.getStartLineNumber();
  try {
    const copies = found.items.map((item, index) => passOf(loop, item, { index, taken, line }));
    return joinLined([...found.before, ...copies.flatMap((copy) => [linedAt('\n', line), copy])]);
  } catch (error) {
    if (error instanceof NotCopied) return undefined;
    throw error;
  }
}

function readLoop(statement: Statement): Loop | undefined {
  if (Node.isForOfStatement(statement) || Node.isForInStatement(statement)) {
    const list = statement.getInitializer();
    const [declared, second] = Node.isVariableDeclarationList(list) ? list.getDeclarations() : [];
    if (!declared || second || (Node.isForOfStatement(statement) && statement.isAwaited()) || isChanged(declared))
      return undefined;
    const takesKeys = Node.isForInStatement(statement);
    return {
      iterated: statement.getExpression(),
      takesKeys,
      declared: [declared],
      body: statement.getStatement(),
      isCallback: false,
    };
  }
  if (!Node.isExpressionStatement(statement)) return undefined;
  const expression = statement.getExpression();
  const call = plain(Node.isVoidExpression(expression) ? expression.getExpression() : expression);
  const called = Node.isCallExpression(call) ? call.getExpression() : undefined;
  if (
    !Node.isCallExpression(call) ||
    !Node.isPropertyAccessExpression(called) ||
    !/^(forEach|map)$/.test(called.getName())
  )
    return undefined;
  const [given, second] = call.getArguments();
  if (!given || second) return undefined;
  const iterated = called.getExpression();
  if (!isWritten(given)) {
    const isOwn = isPath(given) && functionBehind(given)?.getParameters().length === 1;
    return isOwn
      ? { iterated, takesKeys: false, declared: [], body: given, called: given.getText(), isCallback: true }
      : undefined;
  }
  const body = given.getBody();
  const isPlain =
    !given.isAsync() && given.getParameters().every((one) => !one.getInitializer() && !one.isRestParameter());
  if (!body || !isPlain || isOfItsOwnThis(given) || given.getParameters().length > 2) return undefined;
  return { iterated, takesKeys: false, declared: given.getParameters(), body, isCallback: true };
}

/** Whether `this` means something else in a function than around it. */
function isOfItsOwnThis(fn: Written): boolean {
  return !Node.isArrowFunction(fn) && /\b(this|arguments)\b/.test(fn.getText());
}

interface Items {
  readonly items: readonly Item[];
  /** The declaration of a constant that holds the items, if the loop wrote them itself. */
  readonly before: readonly LinedText[];
}

function readItems({ iterated, takesKeys }: Loop, statement: Statement, taken: Set<string>): Items | undefined {
  const value = plain(iterated);
  if (takesKeys) {
    const items = keysOf(value);
    return items && { items, before: [] };
  }
  const isOfObject =
    Node.isCallExpression(value) && /^Object\.(entries|values|keys)$/.test(value.getExpression().getText());
  if (isPath(value) || isOfObject) {
    const items = itemsOf(
      value,
      /^[\w$.[\]]+$/.test(iterated.getText()) ? iterated.getText() : `(${iterated.getText()})`,
    );
    return items && { items: items.map((item) => named(item, value)), before: [] };
  }
  if (Node.isArrayLiteralExpression(value) && value.getElements().every(isSimple))
    return { items: value.getElements().map((node) => ({ text: node.getText(), node })), before: [] };
  const file = statement.getSourceFile();
  const name = freeName('definitions', new Set([...taken, ...identifiersIn(file)]));
  taken.add(name);
  const items = itemsOf(value, name);
  const line = statement.getStartLineNumber();
  return (
    items && {
      items,
      before: [
        linedAt(`const ${name} = `, line),
        linedPart(file, iterated.getStart(), iterated.getEnd(), []),
        linedAt(';', line),
      ],
    }
  );
}

/** An element that is a constant with a name of this file goes by its own name. */
function named(item: Item, iterated: Node): Item {
  const value = item.node && plain(item.node);
  if (!Node.isIdentifier(value) || value.getSourceFile() !== iterated.getSourceFile()) return item;
  const local = value.getSymbol()?.getDeclarations()[0];
  const scope = local?.getFirstAncestor((one) => isWritten(one) || Node.isSourceFile(one));
  const isReached = scope !== undefined && [iterated, ...iterated.getAncestors()].includes(scope);
  const declaration = declarationOf(value);
  const isFixed = declaration !== undefined && !(Node.isVariableDeclaration(declaration) && isReassigned(declaration));
  return isReached && isFixed ? { ...item, text: value.getText() } : item;
}

function isReassigned(declaration: Node): boolean {
  return (
    Node.isVariableDeclaration(declaration) && declaration.getVariableStatement()?.getDeclarationKind() !== 'const'
  );
}

function passOf(
  loop: Loop,
  item: Item,
  { index, taken, line }: { readonly index: number; readonly taken: Set<string>; readonly line: number },
): LinedText {
  if (loop.called !== undefined) return linedAt(`${loop.called}(${item.text});`, line);
  const replacements: Replacements = new Map();
  const [declared, counted] = loop.declared;
  if (declared) bindItem(replacements, declared, item, line);
  if (counted) bindItem(replacements, counted, { text: String(index) }, line);
  return copiedBody(loop.body, replacements, { exit: loop.isCallback ? 'return' : 'continue', taken });
}

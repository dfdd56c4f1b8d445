/**
 * Decides what takes the place of each parameter when the body of a function is copied to one of its calls: the argument itself if that is
 * the same there, and otherwise a constant before the copy.
 */
import { type CallExpression, type Expression, Node, Scope, SyntaxKind } from 'ts-morph';
import { usesName } from '../handlers/function-text.js';
import { isWritten, type Written } from '../handlers/returns.js';
import { joinLined, type LinedText, lined, linedAt } from '../source/source-lines.js';
import { declarationOf, memberOf, nameOf, plain, resolve, textOf } from '../source/static-value.js';
import { isChanged } from './changed-values.js';
import { freeName, freeNamesIn, identifiersIn } from './local-renames.js';
import { copied } from './substitution.js';
import { NotCopied, type Replacements, bindItem, declaredBy, isSimple, nameNodeOf } from './replacements.js';

/** The texts of the parameters, and the constants that they need. */
export interface BoundArguments {
  readonly replacements: Replacements;
  readonly before: readonly LinedText[];
}

/** Binds the arguments of a call. @throws NotCopied for arguments that cannot be told apart */
export function bindArguments(call: CallExpression, fn: Written, taken: Set<string>): BoundArguments {
  if (call.getArguments().some(Node.isSpreadElement) || fn.getParameters().some((one) => one.isRestParameter()))
    throw new NotCopied();
  const binding = new Binding(call, fn, taken);
  binding.bindThis();
  for (const [index, parameter] of fn.getParameters().entries()) {
    const given = call.getArguments()[index];
    const value = given && given.getText() !== 'undefined' ? given : parameter.getInitializer();
    binding.bind(parameter, value && Node.isExpression(value) ? value : undefined);
  }
  // Type parameters have no type at the place of a call.
  for (const one of fn.getTypeParameters())
    binding.replacements.set(one, { text: linedAt('any', call.getStartLineNumber()) });
  return binding;
}

class Binding implements BoundArguments {
  readonly replacements: Replacements = new Map();
  readonly before: LinedText[] = [];
  readonly #line: number;
  readonly #taken: Set<string>;

  constructor(
    private readonly call: CallExpression,
    private readonly fn: Written,
    /** Names that copies declare. */
    private readonly declared: Set<string>,
  ) {
    this.#line = call.getStartLineNumber();
    this.#taken = new Set([...declared, ...identifiersIn(call.getSourceFile()), ...identifiersIn(fn.getSourceFile())]);
  }

  /** Binds `this` of a method to the object of the call. */
  bindThis(): void {
    const uses = this.fn.getDescendantsOfKind(SyntaxKind.ThisKeyword);
    if (uses.length === 0 || isOwnCall(this.fn, this.call)) return;
    const called = this.call.getExpression();
    const object = Node.isPropertyAccessExpression(called) ? plain(called.getExpression()) : undefined;
    if (!Node.isMethodDeclaration(this.fn) || !object) throw new NotCopied();
    for (const use of uses) if (isHidden(use)) this.#bindHidden(use.getParentOrThrow(), object);
    if (isSimple(object) && isFixed(object))
      this.replacements.set(this.fn, { text: linedAt(object.getText(), this.#line), node: object });
    else if (Node.isNewExpression(object)) {
      const words = object.getExpression().getText();
      const free = this.#freeName((words[0] ?? '').toLowerCase() + words.slice(1));
      this.before.push(linedAt(`const ${free} = ${object.getText()};`, this.#line));
      this.replacements.set(this.fn, { text: linedAt(free, this.#line), node: object });
    } else throw new NotCopied();
  }

  /** A private member that a name given to the constructor holds, such as the server. */
  #bindHidden(access: Node, object: Node): void {
    const value = Node.isPropertyAccessExpression(access) ? memberOf(resolve(object), access.getName()) : undefined;
    const isReached = value !== undefined && isSimple(value) && isFixed(value) && isInScope(value, this.call);
    if (!isReached) throw new NotCopied();
    this.replacements.set(access, { text: linedAt(value.getText(), this.#line), node: value });
  }

  bind(declared: Node, value: Expression | undefined): void {
    if (isChanged(declared)) throw new NotCopied();
    const name = nameNodeOf(declared);
    if (!value) {
      if (!Node.isIdentifier(name)) throw new NotCopied();
      this.replacements.set(declared, { text: linedAt('undefined', this.#line) });
      return;
    }
    const literal = plain(value);
    if (
      Node.isObjectBindingPattern(name) &&
      Node.isObjectLiteralExpression(literal) &&
      literal.getProperties().every((one) => Node.isPropertyAssignment(one) || Node.isShorthandPropertyAssignment(one))
    ) {
      const held = new Map(
        literal
          .getProperties()
          .map((one) => [
            nameOf(one),
            Node.isPropertyAssignment(one)
              ? one.getInitializer()
              : one.asKindOrThrow(SyntaxKind.ShorthandPropertyAssignment).getNameNode(),
          ]),
      );
      for (const element of name.getElements()) {
        if (element.getDotDotDotToken()) throw new NotCopied();
        const key =
          element
            .getPropertyNameNode()
            ?.getText()
            .replace(/^['"]|['"]$/g, '') ?? element.getName();
        const given = held.get(key);
        this.bind(element, given && given.getText() !== 'undefined' ? given : element.getInitializer());
      }
      return;
    }
    if (Node.isIdentifier(name) && this.#isSameInPlace(declared, value))
      this.replacements.set(declared, {
        text: lined(
          this.#needsCast(declared, literal) ? `(${value.getText()}) as (...given: any[]) => any` : value.getText(),
          value.getStartLineNumber(),
        ),
        names: freeNamesIn(value),
        node: value,
      });
    else if (isSimple(value) && isFixed(value))
      bindItem(this.replacements, declared, { text: value.getText(), node: value }, this.#line);
    else this.#declare(declared, value);
  }

  /** Whether an argument has the same value at the places of the parameter: a constant, or a literal in the only place. */
  #isSameInPlace(declared: Node, value: Expression): boolean {
    if (isSimple(value)) return isFixed(value);
    const literal = plain(value);
    const [use, second] = this.#usesOf(declared);
    if (second) return false;
    if (isWritten(literal)) return use === undefined || !isCalled(use) || usesThis(literal);
    const isAtOnce = use?.getFirstAncestor(isWritten) === this.fn;
    return (
      (use === undefined || isAtOnce) &&
      (Node.isObjectLiteralExpression(literal) || Node.isArrayLiteralExpression(literal))
    );
  }

  /** Whether a function is called at once, which may give it more arguments than it declares. */
  #needsCast(declared: Node, value: Node): boolean {
    const [use] = this.#usesOf(declared);
    return isWritten(value) && use !== undefined && isCalled(use) && !isScript(this.call);
  }

  #freeName(wanted: string): string {
    const name = freeName(wanted, this.#taken);
    this.declared.add(name);
    return name;
  }

  /** The text of an argument; a default of the function may use its other parameters. */
  #textOf(value: Expression): LinedText {
    const isDefault = value.getAncestors().includes(this.fn);
    return isDefault
      ? copied(value, this.replacements, [value.getStart(), value.getEnd()])
      : lined(value.getText(), value.getStartLineNumber());
  }

  #usesOf(declared: Node): readonly Node[] {
    return this.fn
      .getDescendantsOfKind(SyntaxKind.Identifier)
      .filter((one) => declaredBy(one) === declared && one !== nameNodeOf(declared));
  }

  /** Declares a constant of the type that the parameter has. */
  #declare(declared: Node, value: Expression): void {
    const name = nameNodeOf(declared);
    const free = this.#freeName(this.#nameFor(Node.isIdentifier(name) ? name.getText() : 'definition'));
    const type = Node.isParameterDeclaration(declared) ? declared.getTypeNode() : undefined;
    const isOwn = type !== undefined && this.fn.getTypeParameters().every((one) => !usesName(type, one.getName()));
    const isFunction = isWritten(plain(value)) || this.#usesOf(declared).some(isCalled);
    const other = isFunction ? '(...given: any[]) => any' : undefined;
    const annotation = isScript(this.call) ? undefined : isOwn ? type.getText() : other;
    const text = this.#textOf(value);
    const head = `const ${free}${annotation === undefined ? '' : `: ${annotation}`} = `;
    this.before.push(joinLined([linedAt(head, this.#line), text, linedAt(';', this.#line)]));
    // Only what nothing changes has the members that its literal shows.
    const isKnown = !isSimple(value) || isFixed(value);
    bindItem(this.replacements, declared, { text: free, ...(isKnown && { node: value }) }, this.#line);
  }

  /** `addRun` for the function that a call with the name `add` gives to the parameter `run`. */
  #nameFor(parameter: string): string {
    const named = this.call
      .getArguments()
      .map((one) => textOf(one) ?? textOf(memberOf(resolve(one), 'name')))
      .find((one) => one !== undefined);
    const words = (named ?? '').split(/[^A-Za-z0-9]+/).filter((word) => /^[A-Za-z]/.test(word));
    if (words.length === 0) return parameter;
    const [first = '', ...others] = [...words, parameter];
    return (
      first[0]?.toLowerCase() +
      first.slice(1) +
      others.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')
    );
  }
}

function isScript(node: Node): boolean {
  return /\.[cm]?jsx?$/.test(node.getSourceFile().getFilePath());
}

/** Returns whether `this` is the same object in a method and at a call of it. */
export function isOwnCall(fn: Written, call: CallExpression): boolean {
  const called = call.getExpression();
  const isOfThis = Node.isPropertyAccessExpression(called) && Node.isThisExpression(called.getExpression());
  const owner = call.getFirstAncestor(
    (one) => !Node.isArrowFunction(one) && (isWritten(one) || Node.isConstructorDeclaration(one)),
  );
  return isOfThis && Node.isMethodDeclaration(fn) && owner?.getParent() === fn.getParent();
}

/** Whether a use of `this` takes a member that only the class itself may use. */
function isHidden(use: Node): boolean {
  const access = use.getParent();
  if (!Node.isPropertyAccessExpression(access)) return false;
  if (access.getName().startsWith('#')) return true;
  const declaration = access.getNameNode().getSymbol()?.getDeclarations()[0];
  const isScoped =
    Node.isPropertyDeclaration(declaration) ||
    Node.isMethodDeclaration(declaration) ||
    Node.isParameterDeclaration(declaration) ||
    Node.isGetAccessorDeclaration(declaration);
  return isScoped && declaration.getScope() !== Scope.Public && declaration.getScope() !== undefined;
}

/** Whether a name is what a call calls. */
function isCalled(use: Node): boolean {
  const parent = use.getParent();
  return Node.isCallExpression(parent) && parent.getExpression() === use;
}

function usesThis(fn: Written): boolean {
  return fn.getDescendantsOfKind(SyntaxKind.ThisKeyword).length > 0;
}

/** Whether the names of an expression mean the same at another place. */
function isInScope(value: Node, at: Node): boolean {
  const [first] = [value, ...value.getDescendants()].filter(Node.isIdentifier);
  const declaration = first && declaredBy(first);
  const scope = declaration?.getFirstAncestor((one) => isWritten(one) || Node.isSourceFile(one));
  return first === undefined || (scope !== undefined && at.getAncestors().includes(scope));
}

/** Whether a chain of names has the same value later. */
function isFixed(node: Node): boolean {
  const value = plain(node);
  if (Node.isPropertyAccessExpression(value) || Node.isElementAccessExpression(value))
    return isFixed(value.getExpression());
  if (!Node.isIdentifier(value)) return true;
  const declaration = declarationOf(value);
  return declaration === undefined || !isChanged(declaration);
}

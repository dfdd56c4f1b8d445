/**
 * Reports what `z.infer<typeof Schema>` and its like lose: a type has the shape of a schema, and none of its constraints.
 *
 * The types are recognised by what they are, generic aliases of a package over `typeof` a value, and by their usual names.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { placeOf } from '../program/problems.js';
import { isOwnFile, type Reading, resolveAlias } from '../program/reading.js';
import type { TypeSite } from './type-site.js';
import { bindArguments, findReferenced, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** `infer`, `input` and `output` of zod, `InferOutput` of valibot, `Static` of TypeBox, `InferType` of yup, `TypeOf` of io-ts. */
const inferring = /^(?:infer|input$|output$|static|typeof$)/i;

const seen = new WeakMap<Reading, WeakSet<ts.Node>>();

/** Adds a note for each type at the site that was inferred from a schema with constraints; once for each place in the source. */
export function noteInferred(reading: Reading, site: TypeSite): void {
  if (site.written) visit(reading, site.written, site);
}

function visit(reading: Reading, written: WrittenType, site: TypeSite): void {
  const current = unwrapWritten(reading, written);
  const known = seen.get(reading) ?? new WeakSet<ts.Node>();
  seen.set(reading, known);
  if (!current || known.has(current.node)) return;
  known.add(current.node);

  const { node, bindings } = current;
  const visitNode = (inner: ts.Node): void => {
    // Members of objects have sites of their own.
    if (compiler.isTypeNode(inner)) visit(reading, { node: inner, bindings }, site);
  };
  const symbol = findReferenced(reading, current);
  if (!symbol) {
    if (!compiler.isTypeLiteralNode(node)) compiler.forEachChild(node, visitNode);
    return;
  }
  for (const argument of typeArgumentsOf(node)) visitNode(argument);
  for (const declaration of symbol.declarations ?? []) {
    if (compiler.isInterfaceDeclaration(declaration))
      for (const base of declaration.heritageClauses?.flatMap(({ types }) => types) ?? []) visitNode(base);
    if (!compiler.isTypeAliasDeclaration(declaration)) continue;
    const isOwn = isOwnFile(reading, declaration.getSourceFile());
    if (isOwn) visit(reading, { node: declaration.type, bindings: bindArguments(current, declaration, reading) }, site);
    else if (inferring.test(symbol.name)) noteSchema(reading, current, site);
  }
}

function noteSchema(reading: Reading, written: WrittenType, site: TypeSite): void {
  const [argument] = typeArgumentsOf(written.node);
  const query = argument && unwrapWritten(reading, { node: argument, bindings: written.bindings })?.node;
  if (!query || !compiler.isTypeQueryNode(query)) return;
  const schema = query.exprName;
  const lost = new Set<string>();
  const isKnown = collect(reading, schema, { lost, followed: new Set() });
  if (isKnown && lost.size === 0) return;

  const name = schema.getText();
  const examples = [...lost].slice(0, 5).join(', ');
  const whole = lost.size > 5 ? `${examples}, …` : examples;
  const isOwn = isOwnFile(reading, written.node.getSourceFile());
  reading.problems.add({
    code: 'SIGIL056',
    severity: 'note',
    at: isOwn ? placeOf(written.node) : site.at,
    message: `${written.node.getText()} has none of the constraints of ${name}${whole && ` (${whole})`}: types do not carry them`,
  });
}

interface Collection {
  readonly lost: Set<string>;
  readonly followed: Set<ts.Symbol>;
}

/** Collects the constraints in the expression that a name has as its value. @returns whether the expression is known */
function collect(reading: Reading, name: ts.Node, collection: Collection): boolean {
  const found = reading.checker.getSymbolAtLocation(name);
  const symbol = found && resolveAlias(reading, found);
  const declaration = symbol?.valueDeclaration;
  if (!symbol || !declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer) return false;
  if (collection.followed.has(symbol)) return true;
  collection.followed.add(symbol);

  const walk = (node: ts.Node): void => {
    // Functions check values in code of their own.
    if (compiler.isFunctionLike(node)) return;
    if (compiler.isIdentifier(node)) collect(reading, node, collection);
    compiler.forEachChild(node, walk);
    if (compiler.isCallExpression(node)) collectCall(node, collection.lost);
  };
  walk(declaration.initializer);
  return true;
}

/** Collects `.min(1)`, `minLength(1)`, and `String({ minLength: 1 })`. */
function collectCall({ expression, arguments: given }: ts.CallExpression, lost: Set<string>): void {
  const isMember = compiler.isPropertyAccessExpression(expression);
  const name = isMember ? expression.name.text : expression.getText();
  if (constraining.has(name) || (isMember && /(?:^|\.)iso$/.test(expression.expression.getText()))) lost.add(name);
  for (const property of given.filter(compiler.isObjectLiteralExpression).flatMap((one) => [...one.properties])) {
    if (!compiler.isPropertyAssignment(property) || !compiler.isLiteralExpression(property.initializer)) continue;
    const key = property.name.getText();
    if (constraining.has(key)) lost.add(key);
  }
}

const constraining: ReadonlySet<string> = new Set(
  [
    'min max length size nonempty nonEmpty minLength maxLength minValue maxValue minSize maxSize minItems maxItems',
    'minimum maximum exclusiveMinimum exclusiveMaximum gt gte lt lte lessThan moreThan int int32 uint32 integer',
    'positive negative nonnegative nonpositive finite safe multipleOf step regex pattern matches format',
    'email url uri uuid uuidv4 uuidv7 guid cuid cuid2 ulid nanoid ip ipv4 ipv6 cidrv4 cidrv6 base64 base64url jwt e164 emoji',
    'hostname startsWith endsWith includes lowercase uppercase datetime isoDate isoDateTime isoTimestamp',
    'refine superRefine check test default prefault describe meta',
  ].flatMap((names) => names.split(' ')),
);

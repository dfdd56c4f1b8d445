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
import {
  bindArguments,
  findReferenced,
  followAliases,
  typeArgumentsOf,
  unwrapWritten,
  type WrittenType,
} from './written-type.js';

/** The members of schemas that hold their types: those of zod, yup, TypeBox, io-ts and ArkType. */
const holding = new Set(['_output', '_input', '__outputType', '_type', 'static', '_A', '_O', 'infer', 'inferIn']);

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
    const held = findHeld(reading, current);
    if (held) return noteSchema(reading, current, held, site);
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
    else if (inferring.test(symbol.name)) {
      const [argument] = typeArgumentsOf(node);
      const schema = argument && { node: argument, bindings };
      if (schema) noteSchema(reading, current, schema, site);
    }
  }
}

/** Returns `typeof Order` in `(typeof Order)['_output']`, if a package declares the member. */
function findHeld(reading: Reading, { node, bindings }: WrittenType): WrittenType | undefined {
  const { checker } = reading;
  if (!compiler.isIndexedAccessTypeNode(node)) return undefined;
  const index = checker.getTypeFromTypeNode(node.indexType);
  if (!index.isStringLiteral() || !holding.has(index.value)) return undefined;
  const member = checker.getPropertyOfType(checker.getTypeFromTypeNode(node.objectType), index.value);
  const declaration = member?.declarations?.[0];
  const isOwn = !declaration || isOwnFile(reading, declaration.getSourceFile());
  return isOwn ? undefined : { node: node.objectType, bindings };
}

function noteSchema(reading: Reading, written: WrittenType, schema: WrittenType, site: TypeSite): void {
  const found = findSchema(reading, schema);
  if (!found) return;
  const lost = new Set<string>();
  const isKnown = collect(reading, found.symbol, lost, new Set());
  if (isKnown && lost.size === 0) return;

  const examples = [...lost].slice(0, 5).join(', ');
  const whole = lost.size > 5 ? `${examples}, …` : examples;
  const isOwn = isOwnFile(reading, written.node.getSourceFile());
  reading.problems.add({
    code: 'SIGIL056',
    severity: 'note',
    at: isOwn ? placeOf(written.node) : site.at,
    message: `${written.node.getText()} has none of the constraints of ${found.name}${whole && ` (${whole})`}: types do not carry them`,
    ...(isUsable(reading, found.symbol, site) && { fix: fixWith(found.name) }),
  });
}

/** Returns whether a tool can have the schema in its decorator: it is of Standard Schema, and the type is that of a parameter. */
function isUsable({ checker }: Reading, symbol: ts.Symbol | undefined, { role }: TypeSite): boolean {
  const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
  const type = symbol && declaration && checker.getTypeOfSymbolAtLocation(symbol, declaration);
  return role === 'parameter' && type !== undefined && checker.getPropertyOfType(type, '~standard') !== undefined;
}

function fixWith(name: string): string {
  const decorator = `\`@Tool({ input: ${name} })\``;
  return `Put the schema into the decorator: ${decorator} makes it the whole input. Or write the constraints as doc tags of a type of your own.`;
}

interface Schema {
  readonly name: string;
  readonly symbol: ts.Symbol | undefined;
}

/** Returns the value in `typeof Order`, the member in `(typeof schemas)['order']`, the function in `ReturnType<typeof make>`. */
function findSchema(reading: Reading, schema: WrittenType): Schema | undefined {
  const current = followAliases(reading, schema);
  if (!current) return undefined;
  const { node, bindings } = current;
  if (compiler.isTypeQueryNode(node))
    return { name: node.exprName.getText(), symbol: reading.checker.getSymbolAtLocation(node.exprName) };
  if (compiler.isIndexedAccessTypeNode(node)) {
    const object = findSchema(reading, { node: node.objectType, bindings });
    const index = reading.checker.getTypeFromTypeNode(node.indexType);
    const type = reading.checker.getTypeFromTypeNode(node.objectType);
    const symbol = index.isStringLiteral() ? reading.checker.getPropertyOfType(type, index.value) : undefined;
    return object && { name: node.getText(), symbol };
  }
  const symbol = findReferenced(reading, current);
  const [made] = symbol && reading.origins.isBuiltIn(symbol) ? typeArgumentsOf(node) : [];
  const inner = made && findSchema(reading, { node: made, bindings });
  return inner && { name: node.getText(), symbol: symbol?.name === 'ReturnType' ? inner.symbol : undefined };
}

/**
 * Adds the constraints in the expressions that a name has as its value to `lost`.
 *
 * @returns whether the expressions are known
 */
function collect(reading: Reading, found: ts.Symbol | undefined, lost: Set<string>, followed: Set<ts.Symbol>): boolean {
  const symbol = found && resolveAlias(reading, found);
  if (!symbol) return false;
  if (followed.has(symbol)) return true;
  followed.add(symbol);
  const declaration = symbol.valueDeclaration;
  if (declaration && compiler.isShorthandPropertyAssignment(declaration))
    return collect(reading, reading.checker.getShorthandAssignmentValueSymbol(declaration), lost, followed);
  const values = valuesOf(declaration);
  if (values.length === 0) return false;

  const walk = (node: ts.Node): void => {
    // Functions check values in code of their own.
    if (compiler.isFunctionLike(node)) return;
    if (compiler.isIdentifier(node)) collect(reading, reading.checker.getSymbolAtLocation(node), lost, followed);
    compiler.forEachChild(node, walk);
    if (compiler.isCallExpression(node)) collectCall(node, lost);
  };
  values.forEach(walk);
  return true;
}

/** Returns the expression of a variable or member, or those that a function returns. */
function valuesOf(declaration: ts.Declaration | undefined): readonly ts.Expression[] {
  if (!declaration) return [];
  const isValue = compiler.isVariableDeclaration(declaration) || compiler.isPropertyAssignment(declaration);
  const value = isValue ? declaration.initializer : declaration;
  if (!value || !compiler.isFunctionLike(value))
    return isValue && declaration.initializer ? [declaration.initializer] : [];
  const body = 'body' in value ? value.body : undefined;
  if (!body) return [];
  if (!compiler.isBlock(body)) return [body];
  const returned: ts.Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (compiler.isFunctionLike(node)) return;
    if (compiler.isReturnStatement(node) && node.expression) returned.push(node.expression);
    compiler.forEachChild(node, walk);
  };
  walk(body);
  return returned;
}

/** Collects `.min(1)`, `minLength(1)`, and `String({ minLength: 1 })`. */
function collectCall({ expression, arguments: given }: ts.CallExpression, lost: Set<string>): void {
  const isMember = compiler.isPropertyAccessExpression(expression);
  const name = isMember ? expression.name.text : expression.getText();
  if (constraining.has(name) || (isMember && /(?:^|\.)iso$/.test(expression.expression.getText()))) lost.add(name);
  if (isMember && /(?:^|\.)coerce$/.test(expression.expression.getText())) lost.add('coerce');
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
    'refine superRefine check rawCheck narrow test default prefault describe meta',
    'transform preprocess overwrite codec catch fallback trim toLowerCase toUpperCase',
  ].flatMap((names) => names.split(' ')),
);

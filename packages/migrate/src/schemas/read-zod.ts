/**
 * Reads a schema of zod from its source text, without running it. Everything that no type says becomes an effect, so that the old
 * schema keeps running for it.
 *
 * Knows zod 3 and 4, and nothing of the frameworks that use them.
 */
import { Node, type SourceFile } from 'ts-morph';
import { declarationOf, jsonOf, memberOf, nameOf, plain, resolve, textOf } from '../source/static-value.js';
import { dateTimeFormat, findFormat } from './zod-formats.js';
import { type Member, literalsOf, objectOf, type Shape, shapeOf, textShape } from './shape.js';
import { quoted, tagOf, withBound, withPattern, withTag } from './tags.js';

/** A place that the reader could not express, for a finding. */
export interface SchemaNotice {
  readonly at: Node;
  readonly construct: string;
  readonly says: string;
  readonly isLoss: boolean;
}

/** One reading: its version of zod, the names that it gave, and the notices. */
export interface ZodReading {
  readonly version: 3 | 4;
  readonly notices: SchemaNotice[];
  /** Names of types by the schema's declaration. */
  readonly names: Map<Node, string>;
  /** Types that were read, by the schema's declaration. */
  readonly shapes: Map<Node, Shape>;
  /** The file whose types are written. */
  readonly file: SourceFile;
}

/** Reads the expression of a schema; an unknown one is `unknown`, checked by the old schema. */
export function readZod(reading: ZodReading, node: Node): Shape {
  const value = plain(node);
  if (Node.isIdentifier(value) || Node.isPropertyAccessExpression(value)) return readNamed(reading, value);
  if (Node.isCallExpression(value)) return readCall(reading, value);
  if (Node.isObjectLiteralExpression(value)) return readShapeLiteral(reading, value) ?? unknownSchema(reading, value);
  return unknownSchema(reading, value);
}

function unknownSchema(reading: ZodReading, at: Node): Shape {
  return withEffect(reading, textShape('unknown'), {
    at,
    construct: 'schema',
    says: 'the schema cannot be read from its source',
  });
}

function withEffect(reading: ZodReading, shape: Shape, notice: Omit<SchemaNotice, 'isLoss'>): Shape {
  reading.notices.push({ ...notice, isLoss: true });
  return { ...shape, effects: [...shape.effects, notice.construct] };
}

function readNamed(reading: ZodReading, name: Node): Shape {
  if (Node.isPropertyAccessExpression(name)) {
    const part = readPart(reading, name);
    if (part) return part;
  }
  const declaration = declarationOf(Node.isPropertyAccessExpression(name) ? name.getNameNode() : name);
  const held = declaration && initializerOf(declaration);
  if (!declaration || !held) return unknownSchema(reading, name);
  const known = reading.names.get(declaration);
  if (known !== undefined) return namedShape(reading, declaration, known);
  if (Node.isObjectLiteralExpression(plain(held))) return readZod(reading, held);
  const read = reading.shapes.get(declaration);
  if (read) return read;
  const own = declarationName(declaration);
  const typeName = freeName(reading, pascal(own.replace(/_?schema$/i, '') || own));
  reading.names.set(declaration, typeName);
  const shape = readZod(reading, held);
  reading.shapes.set(declaration, shape);
  if (isWorthName(shape)) return namedShape(reading, declaration, typeName);
  reading.names.delete(declaration);
  return shape;
}

/** Texts and lists are as short without a name; what a named type already names keeps that name. */
function isWorthName(shape: Shape): boolean {
  if (shape.form.kind === 'union') return literalsOf(shape) === undefined;
  return shape.form.kind === 'object' || shape.form.kind === 'intersection';
}

function namedShape(reading: ZodReading, declaration: Node, name: string): Shape {
  const shape = reading.shapes.get(declaration);
  return {
    form: { kind: 'named', name, shape: () => reading.shapes.get(declaration) ?? textShape('unknown') },
    docs: { ...(shape?.docs.description !== undefined && { description: shape.docs.description }), tags: [] },
    isOptional: shape?.isOptional ?? false,
    ...(shape?.default !== undefined && { default: shape.default }),
    effects: [],
  };
}

function initializerOf(declaration: Node): Node | undefined {
  if (Node.isVariableDeclaration(declaration)) return declaration.getInitializer();
  if (Node.isPropertyAssignment(declaration)) return declaration.getInitializer();
  if (Node.isExportAssignment(declaration)) return declaration.getExpression();
  if (Node.isShorthandPropertyAssignment(declaration) || Node.isBindingElement(declaration)) {
    const inner = resolve(declaration.getNameNode());
    return Node.isIdentifier(inner) ? undefined : inner;
  }
  return undefined;
}

function declarationName(declaration: Node): string {
  return Node.isVariableDeclaration(declaration) || Node.isPropertyAssignment(declaration)
    ? declaration.getName()
    : 'Schema';
}

/** Returns a name that the file does not have as a type, and that no other schema got. */
function freeName(reading: ZodReading, wanted: string): string {
  const taken = new Set(reading.names.values());
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!taken.has(name) && !isTypeOf(reading.file, name)) return name;
  }
}

const builtIn = new Set([
  'Date',
  'Map',
  'Set',
  'Record',
  'Array',
  'Object',
  'String',
  'Number',
  'Error',
  'Context',
  'Request',
  'Response',
  'URL',
  'Tool',
  'Resource',
  'Prompt',
  'Complete',
  'ContentBlock',
  'Node',
  'Event',
]);

/** Returns whether a name is a type, a class or an import of the file, or a built-in type. */
export function isTypeOf(file: SourceFile, name: string): boolean {
  return (
    builtIn.has(name) ||
    file.getInterface(name) !== undefined ||
    file.getTypeAlias(name) !== undefined ||
    file.getClass(name) !== undefined ||
    file.getEnum(name) !== undefined ||
    file
      .getImportDeclarations()
      .some((one) =>
        one.getNamedImports().some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === name),
      )
  );
}

/** Writes words as the name of a type. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}

/** Reads `schema.shape.member`, `schema.shape`, `schema.element` and the like. */
function readPart(reading: ZodReading, access: Node): Shape | undefined {
  if (!Node.isPropertyAccessExpression(access)) return undefined;
  const [object, name] = [access.getExpression(), access.getName()];
  if (name === 'shape') return strip(readZod(reading, object));
  if (Node.isPropertyAccessExpression(object) && object.getName() === 'shape')
    return objectOf(readZod(reading, object))?.members.find((member) => member.name === name)?.shape;
  if (name === 'element') {
    const { form } = readZod(reading, object);
    return form.kind === 'array' ? form.items : undefined;
  }
  const holder = resolve(object);
  const member = Node.isObjectLiteralExpression(holder) ? memberOf(holder, name) : undefined;
  return member && !Node.isIdentifier(member) ? readZod(reading, member) : undefined;
}

/** The raw shape of an object: its members without its own rules. */
function strip(shape: Shape): Shape {
  const members = objectOf(shape)?.members;
  return members ? { ...shapeOf({ kind: 'object', members }), effects: [] } : shape;
}

/** Reads `{ city: z.string(), ...others }`; `undefined` if its names depend on a run. */
export function readShapeLiteral(reading: ZodReading, literal: Node): Shape | undefined {
  if (!Node.isObjectLiteralExpression(literal)) return undefined;
  const members = new Map<string, Shape>();
  for (const property of literal.getProperties()) {
    if (Node.isSpreadAssignment(property)) {
      const inner = objectOf(readZod(reading, property.getExpression()));
      if (!inner) return undefined;
      for (const { name, shape } of inner.members) members.set(name, shape);
      continue;
    }
    if (Node.isGetAccessorDeclaration(property)) {
      const returned = property.getStatements().find(Node.isReturnStatement)?.getExpression();
      members.set(property.getName(), returned ? readZod(reading, returned) : unknownSchema(reading, property));
      continue;
    }
    const name = nameOf(property);
    if (name === undefined) return undefined;
    if (Node.isPropertyAssignment(property)) members.set(name, readZod(reading, property.getInitializerOrThrow()));
    else if (Node.isShorthandPropertyAssignment(property)) members.set(name, readShorthand(reading, property));
    else return undefined;
  }
  return shapeOf({ kind: 'object', members: [...members].map(([name, shape]) => ({ name, shape })) });
}

function readShorthand(reading: ZodReading, property: Node): Shape {
  if (!Node.isShorthandPropertyAssignment(property)) return unknownSchema(reading, property);
  const declaration = property.getValueSymbol()?.getDeclarations()[0];
  const held = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
  return held ? readZod(reading, held) : unknownSchema(reading, property);
}

/** Returns whether the expression is zod itself: `z`, `z.coerce`, `z.iso`. */
function isRoot(node: Node): boolean {
  const value = plain(node);
  if (Node.isPropertyAccessExpression(value))
    return ['coerce', 'iso', 'z', 'default', 'v4', 'v3'].includes(value.getName()) && isRoot(value.getExpression());
  if (!Node.isIdentifier(value)) return false;
  const imported = importOf(value);
  return imported === undefined
    ? /^(z|zod|zod3|z3|z4)$/.test(value.getText())
    : /(^|\/)zod\d?(\/|$)/.test(imported) || value.getText() === 'z';
}

/** The module that a name is imported or required from. */
export function importOf(name: Node): string | undefined {
  const declaration = name.getSymbol()?.getDeclarations()[0];
  const imported = declaration?.getFirstAncestor(Node.isImportDeclaration);
  if (imported) return imported.getModuleSpecifierValue();
  const variable =
    declaration &&
    (Node.isVariableDeclaration(declaration) ? declaration : declaration.getFirstAncestor(Node.isVariableDeclaration));
  return variable && requiredBy(variable.getInitializer());
}

/** The module of `require('module')`, also of its members. */
function requiredBy(value: Node | undefined): string | undefined {
  if (Node.isPropertyAccessExpression(value)) return requiredBy(value.getExpression());
  if (Node.isAwaitExpression(value)) return requiredBy(value.getExpression());
  if (!Node.isCallExpression(value) || !['require', 'import'].includes(value.getExpression().getText()))
    return undefined;
  const [module] = value.getArguments();
  return Node.isStringLiteral(module) ? module.getLiteralText() : undefined;
}

function readCall(reading: ZodReading, call: Node): Shape {
  if (!Node.isCallExpression(call)) return unknownSchema(reading, call);
  const called = plain(call.getExpression());
  const given = call.getArguments();
  if (Node.isIdentifier(called)) {
    if (called.getText() === 'completable' && given[0]) return readZod(reading, given[0]);
    const module = importOf(called);
    if (module !== undefined && /^zod(\/|$)/.test(module))
      return construct(reading, { call, name: called.getText(), given, isCoerced: false });
    return readMade(reading, called) ?? unknownSchema(reading, call);
  }
  if (!Node.isPropertyAccessExpression(called)) return unknownSchema(reading, call);
  const [object, name] = [called.getExpression(), called.getName()];
  if (isRoot(object)) {
    const isCoerced = Node.isPropertyAccessExpression(object) && object.getName() === 'coerce';
    const isIso = Node.isPropertyAccessExpression(object) && object.getName() === 'iso';
    if (isIso) return applyFormat(reading, textShape('string'), { call, name, given });
    return construct(reading, { call, name, given, isCoerced });
  }
  return modify(reading, readZod(reading, object), { call, name, given });
}

/** A function of the sources without parameters that returns a schema. */
function readMade(reading: ZodReading, called: Node): Shape | undefined {
  const made = resolve(called);
  const isFunction = Node.isFunctionDeclaration(made) || Node.isArrowFunction(made) || Node.isFunctionExpression(made);
  if (!isFunction || made.getParameters().length > 0) return undefined;
  const body = made.getBody();
  const returned = Node.isBlock(body) ? body.getStatements().find(Node.isReturnStatement)?.getExpression() : body;
  return returned && readZod(reading, returned);
}

interface Call {
  readonly call: Node;
  readonly name: string;
  readonly given: readonly Node[];
}

const safe = Number.MAX_SAFE_INTEGER;

/** Reads `z.name(…)`. */
function construct(reading: ZodReading, made: Call & { readonly isCoerced: boolean }): Shape {
  const { call, name, given, isCoerced } = made;
  const [first, second] = given;
  if (isCoerced) {
    const effect = { at: call, construct: 'coerce', says: 'no type says that other kinds of values are converted' };
    return withEffect(reading, textShape('unknown'), effect);
  }
  switch (name) {
    case 'string':
      return textShape('string');
    case 'number':
      return textShape('number');
    case 'int':
      return integer(reading, textShape('number'));
    case 'int32':
      return withBound(
        withBound(withTag(textShape('number'), 'integer'), 'minimum', -2147483648),
        'maximum',
        2147483647,
      );
    case 'uint32':
      return withBound(withBound(withTag(textShape('number'), 'integer'), 'minimum', 0), 'maximum', 4294967295);
    case 'boolean':
      return textShape('boolean');
    case 'null':
      return textShape('null');
    case 'any':
    case 'unknown':
      return reading.version === 3 ? { ...textShape('unknown'), isOptional: true } : textShape('unknown');
    case 'literal':
      return readLiteral(reading, call, first);
    case 'enum':
    case 'nativeEnum':
      return readEnum(reading, call, first);
    case 'array':
      return first ? shapeOf({ kind: 'array', items: readZod(reading, first) }) : unknownSchema(reading, call);
    case 'tuple':
      return readTuple(reading, call, given);
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return readObject(reading, made);
    case 'record':
    case 'partialRecord':
      return readRecord(reading, made);
    case 'union':
    case 'discriminatedUnion':
    case 'xor':
      return readUnion(reading, call, name === 'discriminatedUnion' ? second : first, name !== 'discriminatedUnion');
    case 'intersection':
      if (!first || !second) return unknownSchema(reading, call);
      return shapeOf({ kind: 'intersection', members: [readZod(reading, first), readZod(reading, second)] });
    case 'optional':
    case 'nullable':
    case 'nullish':
      return first ? modify(reading, readZod(reading, first), { call, name, given: [] }) : unknownSchema(reading, call);
    case 'lazy': {
      const body = Node.isArrowFunction(first) ? first.getBody() : undefined;
      const returned = Node.isBlock(body) ? body.getStatements().find(Node.isReturnStatement)?.getExpression() : body;
      return returned ? readZod(reading, returned) : unknownSchema(reading, call);
    }
    case 'json':
      return textShape('unknown');
    case 'preprocess': {
      if (second) readZod(reading, second);
      const effect = {
        at: call,
        construct: 'preprocess',
        says: 'no type says that values are changed before they are checked',
      };
      return withEffect(reading, textShape('unknown'), effect);
    }
    case 'email':
    case 'url':
    case 'uuid':
    case 'uuidv4':
    case 'uuidv6':
    case 'uuidv7':
    case 'guid':
    case 'cuid':
    case 'cuid2':
    case 'ulid':
    case 'nanoid':
    case 'ipv4':
    case 'ipv6':
    case 'xid':
    case 'ksuid':
    case 'e164':
    case 'hex':
      return applyFormat(reading, textShape('string'), made);
    default: {
      const says = jsonless.has(name)
        ? 'JSON has no such value, so calls fail as they did before'
        : 'no type says what it checks';
      return withEffect(reading, textShape('unknown'), { at: call, construct: name, says });
    }
  }
}

const jsonless = new Set([
  'date',
  'bigint',
  'map',
  'set',
  'nan',
  'undefined',
  'void',
  'symbol',
  'function',
  'instanceof',
  'promise',
  'file',
  'never',
  'int64',
  'uint64',
]);

function integer(reading: ZodReading, shape: Shape): Shape {
  const tagged = withTag(shape, 'integer');
  return reading.version === 3 ? tagged : withBound(withBound(tagged, 'minimum', -safe), 'maximum', safe);
}

function readLiteral(reading: ZodReading, call: Node, first: Node | undefined): Shape {
  const value = jsonOf(first);
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((one) => (typeof one === 'string' ? quoted(one) : JSON.stringify(one)));
  if (value === undefined || values.some((one) => typeof one === 'object' && one !== null))
    return unknownSchema(reading, call);
  return value === null ? textShape('null') : shapeOf({ kind: 'literals', values: texts });
}

function readEnum(reading: ZodReading, call: Node, first: Node | undefined): Shape {
  const held = first && resolve(first);
  if (held && Node.isEnumDeclaration(held)) {
    const values = held.getMembers().map((member) => member.getValue());
    if (values.some((value) => value === undefined)) return unknownSchema(reading, call);
    const isSeen = first !== undefined && Node.isIdentifier(plain(first)) && first.getSourceFile() === reading.file;
    if (isSeen) return textShape(first.getText());
    return literals(values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))));
  }
  const value = jsonOf(first);
  const all = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value)
      : undefined;
  if (!all || all.some((one) => typeof one !== 'string' && typeof one !== 'number'))
    return unknownSchema(reading, call);
  return literals(all.map((one) => (typeof one === 'string' ? quoted(one) : String(one))));
}

function literals(values: readonly string[]): Shape {
  return shapeOf({ kind: 'literals', values: [...new Set(values)] });
}

function readTuple(reading: ZodReading, call: Node, given: readonly Node[]): Shape {
  const list = given[0] && resolve(given[0]);
  if (!list || !Node.isArrayLiteralExpression(list)) return unknownSchema(reading, call);
  const items = list.getElements().map((item) => readZod(reading, item));
  const rest = given[1] && !Node.isObjectLiteralExpression(given[1]) ? readZod(reading, given[1]) : undefined;
  return shapeOf({ kind: 'tuple', items, ...(rest && { rest }) });
}

function readObject(reading: ZodReading, { call, name, given }: Call): Shape {
  const literal = given[0] && plain(given[0]);
  if (!literal) return shapeOf({ kind: 'object', members: [] });
  const shape = Node.isObjectLiteralExpression(literal)
    ? readShapeLiteral(reading, literal)
    : strip(readZod(reading, literal));
  if (!shape || shape.form.kind !== 'object') return unknownSchema(reading, call);
  return name === 'looseObject' ? { ...shape, form: { ...shape.form, others: textShape('unknown') } } : shape;
}

function readRecord(reading: ZodReading, { call, name, given }: Call): Shape {
  const schemas = given.filter((one) => !Node.isObjectLiteralExpression(one));
  const [first, second] = schemas;
  if (!first) return unknownSchema(reading, call);
  const key = second ? readZod(reading, first) : textShape('string');
  const value = readZod(reading, second ?? first);
  return shapeOf({ kind: 'record', key, value, isPartial: reading.version === 3 || name === 'partialRecord' });
}

function readUnion(reading: ZodReading, call: Node, list: Node | undefined, isOrdered: boolean): Shape {
  const held = list && resolve(list);
  if (!held || !Node.isArrayLiteralExpression(held)) return unknownSchema(reading, call);
  const members = held.getElements().map((item) => readZod(reading, item));
  if (isOrdered && members.filter((member) => objectOf(member) && !hasTag(member)).length > 1) {
    const says =
      'zod takes the first member that accepts an object and drops the other names; here the member with the most of its names is taken';
    reading.notices.push({ at: call, construct: 'union', says, isLoss: false });
  }
  return joined(members);
}

function hasTag(shape: Shape): boolean {
  return (
    objectOf(shape)?.members.some((member) => literalsOf(member.shape)?.length === 1 && !member.shape.isOptional) ===
    true
  );
}

function joined(members: readonly Shape[]): Shape {
  const values = members.map((member) =>
    member.docs.tags.length > 0 || member.docs.description !== undefined ? undefined : literalsOf(member),
  );
  if (values.every((value) => value !== undefined)) return literals(values.flat());
  return { ...shapeOf({ kind: 'union', members }), isOptional: members.some((member) => member.isOptional) };
}

/** Reads `schema.name(…)`. */
function modify(reading: ZodReading, shape: Shape, made: Call): Shape {
  const { call, name, given } = made;
  const [first] = given;
  const { form } = shape;
  switch (name) {
    case 'optional':
    case 'exactOptional':
      if (shape.default !== undefined && reading.version === 3) return { ...withoutDefault(shape), isOptional: true };
      return { ...shape, isOptional: true };
    case 'nonoptional':
    case 'unwrap':
      return { ...withoutDefault(shape), isOptional: false };
    case 'nullable':
      return nullable(shape);
    case 'nullish':
      return { ...nullable(shape), isOptional: true };
    case 'default':
    case 'prefault':
      return first ? withDefault(reading, shape, first) : shape;
    case 'describe':
      return describe(reading, shape, made, textOf(first));
    case 'meta':
      return readMeta(reading, shape, made);
    case 'brand':
    case 'readonly':
    case 'register':
      return shape;
    case 'strip':
    case 'strict':
      return form.kind === 'object' && name.startsWith('str')
        ? { ...shape, form: { kind: 'object', members: form.members } }
        : shape;
    case 'array':
      return shapeOf({ kind: 'array', items: shape });
    case 'or':
      return first ? joined([shape, readZod(reading, first)]) : shape;
    case 'and':
      return first ? shapeOf({ kind: 'intersection', members: [shape, readZod(reading, first)] }) : shape;
    case 'rest':
      return form.kind === 'tuple' && first ? { ...shape, form: { ...form, rest: readZod(reading, first) } } : shape;
    case 'refine':
    case 'superRefine':
    case 'check':
    case 'with':
    case 'transform':
    case 'overwrite':
    case 'pipe':
    case 'catch':
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'normalize':
    case 'slugify': {
      const effect = { at: call, construct: name, says: effectTexts[name] ?? 'no type says what it does' };
      return withEffect(
        reading,
        name === 'catch' ? { ...textShape('unknown'), docs: { ...shape.docs, tags: [] }, isOptional: true } : shape,
        effect,
      );
    }
    default:
      break;
  }
  const narrowed = objectOf(shape) && modifyObject(reading, shape, made);
  if (narrowed) return narrowed;
  const values = literalsOf(shape);
  if (values && (name === 'exclude' || name === 'extract')) {
    const named = new Set(
      (jsonOf(first) as unknown[] | undefined)?.map((one) => (typeof one === 'string' ? quoted(one) : String(one))),
    );
    return literals(values.filter((value) => named.has(value) === (name === 'extract')));
  }
  const base = form.kind === 'text' ? form.type.replace(' | null', '') : form.kind;
  if (base === 'string') return modifyText(reading, shape, made);
  if (base === 'number') return modifyNumber(reading, shape, made);
  if (base === 'array') return modifyArray(shape, made) ?? unknownMethod(reading, shape, made);
  return unknownMethod(reading, shape, made);
}

const effectTexts: Readonly<Record<string, string>> = {
  transform: 'no type says that the value is changed',
  overwrite: 'no type says that the value is changed',
  trim: 'no type says that the text is changed',
  toLowerCase: 'no type says that the text is changed',
  toUpperCase: 'no type says that the text is changed',
  normalize: 'no type says that the text is changed',
  slugify: 'no type says that the text is changed',
  refine: 'no type says what a function checks',
  superRefine: 'no type says what a function checks',
  check: 'no type says what a function checks',
  catch: 'no type says that wrong values are replaced',
  pipe: 'no type says what a second schema does',
};

function unknownMethod(reading: ZodReading, shape: Shape, { call, name }: Call): Shape {
  return withEffect(reading, shape, { at: call, construct: name, says: 'no type says what it does' });
}

function withoutDefault(shape: Shape): Shape {
  const { default: _dropped, defaultJson: _json, ...rest } = shape;
  return rest;
}

function withDefault(reading: ZodReading, shape: Shape, given: Node): Shape {
  const value = plain(given);
  if (given.getSourceFile() !== reading.file) {
    const known = jsonOf(given);
    if (known !== undefined)
      return {
        ...shape,
        isOptional: true,
        default: typeof known === 'string' ? quoted(known) : JSON.stringify(known),
        defaultJson: JSON.stringify(known),
      };
    const effect = { at: given, construct: 'default', says: 'the default is made in another file' };
    return withEffect(reading, { ...shape, isOptional: true }, effect);
  }
  const isFunction = Node.isArrowFunction(value) || Node.isFunctionExpression(value);
  const body = Node.isArrowFunction(value) ? value.getBody() : undefined;
  const text = !isFunction ? value.getText() : body && !Node.isBlock(body) ? body.getText() : `(${value.getText()})()`;
  const json = isFunction && body && !Node.isBlock(body) ? jsonOf(body) : jsonOf(value);
  return {
    ...shape,
    isOptional: true,
    default: text,
    ...(json !== undefined && { defaultJson: JSON.stringify(json) }),
  };
}

function nullable(shape: Shape): Shape {
  const { form } = shape;
  if (form.kind === 'text')
    return { ...shape, form: { kind: 'text', type: form.type === 'unknown' ? 'unknown' : `${form.type} | null` } };
  if (form.kind === 'literals') return { ...shape, form: { kind: 'literals', values: [...form.values, 'null'] } };
  const inner: Shape = {
    ...withoutDefault(shape),
    isOptional: false,
    docs: { tags: form.kind === 'array' ? [] : shape.docs.tags },
  };
  const members = [inner, textShape('null')];
  return { ...shape, effects: [], form: { kind: 'union', members } };
}

function describe(reading: ZodReading, shape: Shape, { call }: Call, text: string | undefined): Shape {
  if (text === undefined) {
    reading.notices.push({ at: call, construct: 'describe', says: 'the description depends on a run', isLoss: false });
    return shape;
  }
  return { ...shape, docs: { ...shape.docs, description: text } };
}

function readMeta(reading: ZodReading, shape: Shape, made: Call): Shape {
  const value = jsonOf(made.given[0]);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return describe(reading, shape, made, undefined);
  const { title, description, examples, ...others } = value;
  let result = typeof description === 'string' ? { ...shape, docs: { ...shape.docs, description } } : shape;
  if (typeof title === 'string') result = withTag(result, 'title', title);
  if (Array.isArray(examples))
    result = {
      ...result,
      docs: { ...result.docs, tags: [...result.docs.tags, ...examples.map((one) => `example ${JSON.stringify(one)}`)] },
    };
  const left = Object.keys(others).filter((key) => key !== 'id');
  if (left.length > 0)
    reading.notices.push({
      at: made.call,
      construct: 'meta',
      says: `the members ${left.join(', ')} are not listed`,
      isLoss: false,
    });
  return result;
}

function modifyObject(reading: ZodReading, shape: Shape, made: Call): Shape | undefined {
  const form = objectOf(shape);
  if (!form) return undefined;
  const { name, given } = made;
  const [first] = given;
  // zod 4 makes a new object without the description; zod 3 keeps it.
  const docs = reading.version === 3 ? shape.docs : { ...shape.docs, description: undefined };
  const whole = { ...shapeOf(form), docs, effects: shape.effects };
  const withMembers = (members: readonly Member[]): Shape => ({ ...whole, form: { ...form, members } });
  switch (name) {
    case 'extend':
    case 'safeExtend':
    case 'merge':
    case 'augment': {
      const more = first && objectOf(readZod(reading, first));
      if (!more) return undefined;
      const all = new Map([...form.members, ...more.members].map((member) => [member.name, member]));
      return withMembers([...all.values()]);
    }
    case 'pick':
    case 'omit': {
      const mask = first && resolve(first);
      const names = mask && Node.isObjectLiteralExpression(mask) ? mask.getProperties().map(nameOf) : undefined;
      return names && withMembers(form.members.filter((member) => names.includes(member.name) === (name === 'pick')));
    }
    case 'partial':
    case 'required':
    case 'deepPartial': {
      if (name === 'deepPartial') return undefined;
      const mask = first && resolve(first);
      const names = mask && Node.isObjectLiteralExpression(mask) ? mask.getProperties().map(nameOf) : undefined;
      return withMembers(
        form.members.map((member) => {
          if (names && !names.includes(member.name)) return member;
          const changed = modify(reading, member.shape, {
            ...made,
            name: name === 'partial' ? 'optional' : 'nonoptional',
            given: [],
          });
          return { name: member.name, shape: changed };
        }),
      );
    }
    case 'passthrough':
    case 'loose':
      return { ...whole, form: { ...form, others: textShape('unknown') } };
    case 'catchall':
      return first && { ...whole, form: { ...form, others: readZod(reading, first) } };
    case 'keyof':
      return literals(form.members.map((member) => quoted(member.name)));
    default:
      return undefined;
  }
}

const lengths: Readonly<Record<string, readonly (readonly [string, number?])[]>> = {
  min: [['minLength']],
  max: [['maxLength']],
  length: [['minLength'], ['maxLength']],
  nonempty: [['minLength', 1]],
};

function modifyText(reading: ZodReading, shape: Shape, made: Call): Shape {
  const { name, given } = made;
  const value = jsonOf(given[0]);
  const bounds = lengths[name];
  if (bounds) {
    const known = bounds.every(([, fixed]) => fixed !== undefined || typeof value === 'number');
    if (!known) return unknownMethod(reading, shape, made);
    return bounds.reduce((result, [tag, fixed]) => withBound(result, tag, fixed ?? Number(value)), shape);
  }
  if (name === 'regex') {
    const pattern = given[0] && resolve(given[0]);
    const [, source, flags] =
      pattern && Node.isRegularExpressionLiteral(pattern) ? (/^\/(.*)\/([a-z]*)$/s.exec(pattern.getText()) ?? []) : [];
    const isPlain = source !== undefined && (flags === '' || flags === 'u');
    const written = isPlain ? withPattern(shape, source) : undefined;
    return written ?? unknownMethod(reading, shape, made);
  }
  if (typeof value === 'string' && ['startsWith', 'endsWith', 'includes'].includes(name)) {
    const escaped = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const pattern = name === 'startsWith' ? `^${escaped}` : name === 'endsWith' ? `${escaped}$` : escaped;
    return withPattern(shape, pattern) ?? unknownMethod(reading, shape, made);
  }
  return applyFormat(reading, shape, made);
}

function applyFormat(reading: ZodReading, shape: Shape, made: Call): Shape {
  const { call, name, given } = made;
  const format =
    name === 'datetime' ? dateTimeFormat(jsonOf(given[0]), reading.version) : findFormat(name, reading.version);
  const hasOptions =
    given[0] !== undefined &&
    name !== 'datetime' &&
    Node.isObjectLiteralExpression(given[0]) &&
    given[0].getProperties().some((one) => !['message', 'error'].includes(nameOf(one) ?? ''));
  if (!format || hasOptions) return unknownMethod(reading, shape, made);
  const isTaken = tagOf(shape, 'format') !== undefined && format.format !== undefined;
  const withName = format.format === undefined || isTaken ? shape : withTag(shape, 'format', format.format);
  const whole = format.pattern === undefined ? withName : withPattern(withName, format.pattern);
  if (!whole || isTaken) return unknownMethod(reading, shape, made);
  if (format.differs !== undefined)
    reading.notices.push({ at: call, construct: name, says: format.differs, isLoss: false });
  return whole;
}

const bounds: Readonly<Record<string, readonly [tag: string, fixed?: number]>> = {
  min: ['minimum'],
  gte: ['minimum'],
  max: ['maximum'],
  lte: ['maximum'],
  gt: ['exclusiveMinimum'],
  lt: ['exclusiveMaximum'],
  positive: ['exclusiveMinimum', 0],
  negative: ['exclusiveMaximum', 0],
  nonnegative: ['minimum', 0],
  nonpositive: ['maximum', 0],
  multipleOf: ['multipleOf'],
  step: ['multipleOf'],
};

function modifyNumber(reading: ZodReading, shape: Shape, made: Call): Shape {
  const { name, given } = made;
  if (name === 'int')
    return tagOf(shape, 'multipleOf') === undefined ? integer(reading, shape) : unknownMethod(reading, shape, made);
  if (name === 'finite') return shape;
  if (name === 'safe')
    return reading.version === 4
      ? integer(reading, shape)
      : withBound(withBound(shape, 'minimum', -safe), 'maximum', safe);
  const bound = bounds[name];
  const value = bound?.[1] ?? jsonOf(given[0]);
  if (!bound || typeof value !== 'number') return unknownMethod(reading, shape, made);
  if (bound[0] !== 'multipleOf') return withBound(shape, bound[0], value);
  const isWhole = tagOf(shape, 'integer') !== undefined;
  if (tagOf(shape, 'multipleOf') !== undefined || (isWhole && !Number.isInteger(value)))
    return unknownMethod(reading, shape, made);
  const others = { ...shape, docs: { ...shape.docs, tags: shape.docs.tags.filter((tag) => tag !== 'integer') } };
  return withTag(others, 'multipleOf', String(value));
}

function modifyArray(shape: Shape, { name, given }: Call): Shape | undefined {
  const value = jsonOf(given[0]);
  if (name === 'nonempty') return withBound(shape, 'minItems', 1);
  if (typeof value !== 'number') return undefined;
  if (name === 'min') return withBound(shape, 'minItems', value);
  if (name === 'max') return withBound(shape, 'maxItems', value);
  return name === 'length' ? withBound(withBound(shape, 'minItems', value), 'maxItems', value) : undefined;
}

/**
 * Cuts a source into parts that are merged one by one: imports, declarations, and the members of classes.
 *
 * The parts joined again are the source, byte for byte. A part's hash ignores how it is formatted.
 */
import { createHash } from 'node:crypto';
import { ts } from 'ts-morph';

/** A piece of a source. `key` is absent for what belongs to no declaration, such as the end of a class. */
export interface SourcePart {
  readonly key?: string;
  readonly text: string;
  /** The class that the part is a member of. */
  readonly owner?: string;
  /** The names that the part declares. */
  readonly declares: readonly string[];
}

/** Cuts the text of a file; one that is no TypeScript is a single part. */
export function cutSource(path: string, text: string): SourcePart[] {
  if (!path.endsWith('.ts')) return [{ key: 'file', text, declares: [] }];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const parts = source.statements.flatMap((statement) => cutStatement(statement, source));
  const rest = text.slice(source.statements.at(-1)?.end ?? 0);
  return rest === '' ? parts : [...parts, { text: rest, declares: [] }];
}

/** Returns a hash of the tokens and comments of a part, so that a formatter changes nothing. */
export function hashPart(path: string, text: string): string {
  const tokens = path.endsWith('.ts') ? tokensOf(text) : text.split(/\s+/).filter((word) => word !== '');
  return createHash('sha256').update(tokens.join('\n')).digest('hex').slice(0, 16);
}

/** An import: its specifier and its names. */
export interface ImportClause {
  readonly specifier: string;
  /** Local names of the named imports, with the text of each. */
  readonly named: ReadonlyMap<string, string>;
  readonly isTypeOnly: boolean;
  /** True for a default import, a namespace, and an import for its effect. */
  readonly isOther: boolean;
}

/** Returns the import that a text consists of; `undefined` for any other text. */
export function readImport(text: string): ImportClause | undefined {
  const [statement] = ts.createSourceFile('import.ts', text, ts.ScriptTarget.ESNext, true).statements;
  if (!statement || !ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
    return undefined;
  const clause = statement.importClause;
  const bindings = clause?.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  const isTypeOnly = clause?.isTypeOnly ?? false;
  return {
    specifier: statement.moduleSpecifier.text,
    named: new Map(named.map((element) => [element.name.text, element.getText()])),
    isTypeOnly,
    isOther: !clause || clause.name !== undefined || (bindings !== undefined && ts.isNamespaceImport(bindings)),
  };
}

function cutStatement(statement: ts.Statement, source: ts.SourceFile): SourcePart[] {
  const text = statement.getFullText(source);
  if (ts.isImportDeclaration(statement))
    return [{ key: `import ${statement.moduleSpecifier.getText(source).slice(1, -1)}`, text, declares: [] }];
  if (ts.isClassDeclaration(statement) && statement.name) return cutClass(statement, source);
  const names = declaredNames(statement);
  const [name] = names;
  return name === undefined
    ? [{ text, declares: [] }]
    : [{ key: `${keywordOf(statement)} ${name}`, text, declares: names }];
}

function cutClass(node: ts.ClassDeclaration, source: ts.SourceFile): SourcePart[] {
  const name = node.name?.text ?? '';
  const text = source.text;
  const key = `class ${name}`;
  const start = node.members.pos;
  const members = node.members.map((member): SourcePart => {
    const memberName = ts.isConstructorDeclaration(member) ? 'constructor' : (member.name?.getText(source) ?? '');
    return {
      ...(memberName !== '' && { key: `${key}.${memberName}` }),
      text: member.getFullText(source),
      owner: name,
      declares: [],
    };
  });
  return [
    { key, text: text.slice(node.pos, start), declares: [name] },
    ...members,
    { text: text.slice(node.members.at(-1)?.end ?? start, node.end), owner: name, declares: [] },
  ];
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function keywordOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) return 'const';
  return ts.isFunctionDeclaration(statement) ? 'function' : 'type';
}

/** Lists tokens without what formatters add and remove: spaces, semicolons, last commas, leading bars, kinds of quotes. */
function tokensOf(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, false, ts.LanguageVariant.Standard, text);
  const tokens: string[] = [];
  const { SyntaxKind } = ts;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === SyntaxKind.WhitespaceTrivia || kind === SyntaxKind.NewLineTrivia || kind === SyntaxKind.SemicolonToken)
      continue;
    const isClosing =
      kind === SyntaxKind.CloseBraceToken ||
      kind === SyntaxKind.CloseBracketToken ||
      kind === SyntaxKind.CloseParenToken;
    if (isClosing && tokens.at(-1) === ',') tokens.pop();
    if (kind === SyntaxKind.BarToken && /^[=:(<,]$/.test(tokens.at(-1) ?? '=')) continue;
    if (kind === SyntaxKind.StringLiteral) tokens.push(JSON.stringify(scanner.getTokenValue()));
    else
      tokens.push(
        scanner
          .getTokenText()
          .replace(/\s*\n\s*\*?\s?/g, ' ')
          .trim(),
      );
  }
  return tokens;
}

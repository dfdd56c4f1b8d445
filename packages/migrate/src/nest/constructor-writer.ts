/**
 * Rewrites the constructor of a class, and its injected properties, so that the build finds what NestJS injected.
 */
import {
  type ClassDeclaration,
  type ConstructorDeclaration,
  Node,
  type ParameterDeclaration,
  type PropertyDeclaration,
  SyntaxKind,
} from 'ts-morph';
import { decoratorsOf } from '../source/decorators.js';
import { replaceNode, type TextEdit } from '../source/text-edits.js';
import type { ClassParts } from './class-parts.js';
import type { Injected } from './injection.js';
import { classBehind } from './module-graph.js';
import { removeDecorators } from './source-edits.js';
import { valuesModule } from './provided-values.js';

/** Edits of properties with `@Inject`, and the parameters of the constructor that some of them become. */
export function writeInjectedProperties(
  parts: ClassParts,
  one: ClassDeclaration,
): { readonly edits: readonly TextEdit[]; readonly parameters: readonly string[] } {
  const edits: TextEdit[] = [];
  const parameters: string[] = [];
  for (const property of one.getProperties()) {
    const injected = decoratorsOf(property, /./).some(({ name }) => name.startsWith('Inject'));
    if (!injected) continue;
    const result = parts.injection.resolve(property, property.getTypeNode());
    const head = property
      .getModifiers()
      .map((modifier) => modifier.getText())
      .filter((modifier) => !modifier.startsWith('@'));
    const type = typeText(parts, result, property) ?? 'any';
    const declared = `${head.join(' ')} ${property.getName()}: ${type}`.trim();
    if (result.kind === 'class' || result.kind === 'provided') {
      parameters.push(/\b(private|protected|public|readonly)\b/.test(declared) ? declared : `public ${declared}`);
      edits.push(replaceNode(property, ''));
    } else edits.push(replaceNode(property, `${declared} = ${valueText(parts, result)};`));
  }
  return { edits, parameters };
}

/** Edits of the constructor; `more` are parameters that injected properties became. */
export function writeConstructor(
  parts: ClassParts,
  one: ClassDeclaration,
  more: readonly string[],
): readonly TextEdit[] {
  const made = one.getConstructors()[0];
  if (made && !parts.injection.constructs(one)) return made.getParameters().flatMap(removeDecorators);
  if (!made) return more.length === 0 ? [] : [addConstructor(one, more)];
  const kept: string[] = [];
  const fields: string[] = [];
  const edits: TextEdit[] = [];
  for (const parameter of made.getParameters()) {
    const result = parts.injection.resolve(parameter, parameter.getTypeNode());
    if (result.kind === 'class' || result.kind === 'provided') kept.push(keptText(parts, result, parameter));
    else if (parameter.isParameterProperty()) {
      if (result.kind === 'value' || isUsed(one, parameter.getName())) fields.push(fieldText(parts, result, parameter));
      edits.push(...renameUses(made, parameter, valueText(parts, result)));
    } else edits.push(...renameUses(made, parameter, valueText(parts, result)));
  }
  const all = [...kept, ...more];
  const isEmpty = all.length === 0 && /^\{\s*\}$/.test(made.getBody()?.getText() ?? '');
  const field = fields.map((text) => `${text}\n\n`).join('');
  if (isEmpty) return [replaceNode(made, field.trimEnd())];
  const [open, close] = [
    made.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken),
    made.getFirstChildByKindOrThrow(SyntaxKind.CloseParenToken),
  ];
  const list = all.length > 1 ? `\n    ${all.join(',\n    ')},\n  ` : all.join('');
  const start = made.getStart();
  return [
    ...(field === '' ? [] : [{ start, end: start, text: field }]),
    { start: open.getEnd(), end: close.getStart(), text: list },
    ...edits,
  ];
}

function addConstructor(one: ClassDeclaration, parameters: readonly string[]): TextEdit {
  const at = one.getFirstChildByKindOrThrow(SyntaxKind.OpenBraceToken).getEnd();
  const base = one.getExtends() ? '\n    super();\n  ' : '';
  return { start: at, end: at, text: `\n  constructor(${parameters.join(', ')}) {${base}}\n` };
}

function keptText(parts: ClassParts, result: Injected, parameter: ParameterDeclaration): string {
  const type = typeText(parts, result, parameter);
  const name = parameter.getNameNode();
  const modifiers = parameter
    .getModifiers()
    .map((one) => one.getText())
    .filter((one) => !one.startsWith('@'));
  return `${[...modifiers, name.getText()].join(' ')}${parameter.hasQuestionToken() ? '?' : ''}: ${type ?? 'any'}`;
}

/** The type by which the build finds a part: the class, if the old type was an interface or absent. */
function typeText(
  parts: ClassParts,
  result: Injected,
  part: ParameterDeclaration | PropertyDeclaration,
): string | undefined {
  const type = part.getTypeNode();
  if (result.kind !== 'class') return type?.getText();
  const named = Node.isTypeReference(type) ? classBehind(type.getTypeName()) : undefined;
  const name = result.of.getName() ?? '';
  if (named === result.of) return type?.getText();
  if (result.of.getSourceFile() !== part.getSourceFile())
    parts.imports.add(`import { ${name} } from '${parts.pathTo(result.of.getSourceFile())}';`);
  return name;
}

function fieldText(parts: ClassParts, result: Injected, parameter: ParameterDeclaration): string {
  const modifiers = parameter
    .getModifiers()
    .map((one) => one.getText())
    .filter((one) => !one.startsWith('@'));
  const type = parameter.getTypeNode()?.getText();
  return `${[...modifiers, parameter.getName()].join(' ')}${type === undefined ? '' : `: ${type}`} = ${valueText(parts, result)};`;
}

/** The text of a value, with its import. */
function valueText(parts: ClassParts, result: Injected): string {
  if (result.kind !== 'value') return 'undefined as any';
  parts.imports.add(`import { ${result.name} } from '${parts.pathToRoot}${valuesModule}.js';`);
  return result.name;
}

function renameUses(made: ConstructorDeclaration, parameter: ParameterDeclaration, text: string): readonly TextEdit[] {
  const symbol = parameter.getNameNode().getSymbol();
  return made
    .getBodyOrThrow()
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter(
      (one) =>
        one.getSymbol() === symbol &&
        !Node.isPropertyAccessExpression(
          one.getParentIf((p) => Node.isPropertyAccessExpression(p) && p.getNameNode() === one),
        ),
    )
    .map((one) => replaceNode(one, text));
}

/** Whether a class reads one of its properties besides registering components at run time. */
function isUsed(one: ClassDeclaration, name: string): boolean {
  return one
    .getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)
    .some(
      (access) =>
        Node.isThisExpression(access.getExpression()) &&
        access.getName() === name &&
        !/^\.(register|remove)(Tool|Resource|Prompt)\b/.test(
          access.getSourceFile().getFullText().slice(access.getEnd()),
        ),
    );
}

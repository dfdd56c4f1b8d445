/**
 * Rewrites a class of a NestJS application: without its decorators, with published methods as methods of a plugin, and with a constructor that
 * the build can call.
 */
import { type ClassDeclaration, type MethodDeclaration, type Node, SyntaxKind } from 'ts-morph';
import { decoratorsOf } from '../source/decorators.js';
import { importOf } from '../source/imports.js';
import { editedText, type TextEdit } from '../source/text-edits.js';
import { Untranslated } from '../untranslated.js';
import { commented } from '../writing/old-code.js';
import { writeConstructor, writeInjectedProperties } from './constructor-writer.js';
import type { ClassParts } from './class-parts.js';
import { decoratorPackages, mcpNest } from './nest-packages.js';
import { findPublication } from './publications.js';
import { readPublishedMethod } from './read-components.js';
import { findRegistrations, notKnown, reportRegistration } from './registrations.js';
import { removeDecorators, renameContexts } from './source-edits.js';

/** Writes a class. `isPublished` is false for services, and for classes that no module of the server has. */
export function writeNestClass(parts: ClassParts, one: ClassDeclaration, isPublished: boolean): string {
  const added: string[] = [];
  const edits: TextEdit[] = [...headEdits(one, isPublished && !parts.injection.constructs(one))];
  const published = one.getMethods().filter((method) => isPublished && findPublication(method));
  const moved = new Set(published.filter((method) => !isCalledElsewhere(method)));
  for (const method of one.getMethods()) if (!moved.has(method)) parts.members.writing.methods.add(method.getName());
  for (const property of one.getProperties()) parts.members.writing.methods.add(property.getName());
  for (const method of one.getMethods()) {
    if (!published.includes(method)) edits.push(...plainMethod(parts, method));
    else if (moved.has(method)) edits.push(movedMethod(parts, one, method));
    else {
      edits.push(...removeDecorators(method), ...method.getParameters().flatMap(removeDecorators));
      added.push(publishedText(parts, one, method, true));
    }
  }
  if (!isPublished) reportUnpublished(parts, one);
  const injected = writeInjectedProperties(parts, one);
  edits.push(
    ...injected.edits,
    ...writeConstructor(parts, one, injected.parameters),
    ...renameContexts(parts.members, one, moved),
  );
  added.push(...lifeMethods(one));
  if (published.length > 0) added.push(parts.members.errorWrapper());
  const closing = one.getLastChildByKindOrThrow(SyntaxKind.CloseBraceToken).getStart();
  const text = added.filter((part) => part !== '').join('\n');
  if (text !== '') edits.push({ start: closing, end: closing, text: `\n${text}` });
  return editedText(one, edits, one.getStart(true));
}

/** The class is exported, since the build constructs it, and has no part of NestJS in its head. */
function headEdits(one: ClassDeclaration, isOnlyBase: boolean): readonly TextEdit[] {
  const edits: TextEdit[] = [...removeDecorators(one)];
  if (isOnlyBase && !one.isAbstract()) {
    const at = one.getFirstChildByKindOrThrow(SyntaxKind.ClassKeyword).getStart();
    edits.push({ start: at, end: at, text: `${one.isExported() ? '' : 'export '}abstract ` });
  }
  const keyword = one.getAbstractKeyword() ?? one.getFirstChildByKindOrThrow(SyntaxKind.ClassKeyword);
  if (!one.isExported() && !(isOnlyBase && !one.isAbstract()))
    edits.push({ start: keyword.getStart(), end: keyword.getStart(), text: 'export ' });
  const clause = one.getHeritageClauseByKind(SyntaxKind.ImplementsKeyword);
  const kept = one.getImplements().filter((type) => {
    const module = importOf(type.getExpression());
    return module === undefined || !decoratorPackages.test(module);
  });
  if (clause && kept.length < one.getImplements().length) {
    const text = kept.length === 0 ? '' : `implements ${kept.map((type) => type.getText()).join(', ')}`;
    edits.push({ start: clause.getStart(), end: clause.getEnd(), text });
  }
  return edits;
}

/** Whether code besides the MCP server calls a method. */
function isCalledElsewhere(method: MethodDeclaration): boolean {
  return method.findReferencesAsNodes().some((use) => use.getParent() !== method);
}

function movedMethod(parts: ClassParts, owner: ClassDeclaration, method: MethodDeclaration): TextEdit {
  return {
    start: method.getStart(true),
    end: method.getEnd(),
    text: publishedText(parts, owner, method, false).trim(),
  };
}

function publishedText(
  parts: ClassParts,
  owner: ClassDeclaration,
  method: MethodDeclaration,
  isCalled: boolean,
): string {
  const used = findPublication(method);
  if (!used) return '';
  try {
    return parts.members.write(readPublishedMethod(parts.members.reading, { method, owner, used, isCalled }));
  } catch (error) {
    if (!(error instanceof Untranslated)) throw error;
    const message = `${error.message}; the old code is left in a comment`;
    parts.report(error.at, {
      message,
      severity: 'error',
      construct: error.construct,
      name: nameOf(used.given[0], method),
    });
    return commented(method, error.message);
  }
}

function nameOf(options: Node | undefined, method: MethodDeclaration): string {
  const name = /\bname:\s*['"]([^'"]+)['"]/.exec(options?.getText() ?? '')?.[1];
  return name ?? method.getName();
}

/** A method without decorators; those that made it run are reported. */
function plainMethod(parts: ClassParts, method: MethodDeclaration): readonly TextEdit[] {
  for (const { node, name, module } of decoratorsOf(method, decoratorPackages)) {
    if (mcpNest.test(module)) continue;
    const message = `@${name} has no effect here: nothing calls ${method.getName()}() by it`;
    parts.report(node, { message, severity: 'warning', construct: name });
  }
  return [
    ...removeDecorators(method),
    ...method.getParameters().flatMap(removeDecorators),
    ...commentRegistrations(parts, method),
  ];
}

/** Registrations at run time stay in comments. */
function commentRegistrations(parts: ClassParts, method: MethodDeclaration): readonly TextEdit[] {
  return findRegistrations(method).map((registration) => {
    reportRegistration(parts.report, registration);
    const { statement } = registration;
    return { start: statement.getStart(), end: statement.getEnd(), text: commented(statement, notKnown) };
  });
}

function reportUnpublished(parts: ClassParts, one: ClassDeclaration): void {
  const [first] = one.getMethods().flatMap((method) => findPublication(method) ?? []);
  if (!first) return;
  const message = `no module of the server has ${one.getName() ?? 'the class'}: its components were not published, and are not now`;
  parts.report(first.node, { message, severity: 'warning', construct: first.name });
}

const hooks = [
  ['start', ['onModuleInit', 'onApplicationBootstrap']],
  ['stop', ['onModuleDestroy', 'beforeApplicationShutdown', 'onApplicationShutdown']],
] as const;

/** The hooks of NestJS are called by those of a plugin. */
function lifeMethods(one: ClassDeclaration): readonly string[] {
  return hooks.flatMap(([name, olds]) => {
    const called = olds.filter((old) => one.getMethod(old));
    if (called.length === 0 || one.getMethod(name)) return [];
    const calls = called.map((old) => `    await this.${old}();\n`).join('');
    return [`  async ${name}(): Promise<void> {\n${calls}  }\n`];
  });
}

/**
 * Finds the calls that need a schema, `schemaOf<T>()` and `context.elicit<T>(message)`, and writes the schema of their `T`.
 */
import type { JsonObject } from '@sigil/core';
import type { ts } from 'ts-morph';
import { writeInputSchema } from '../manifest/write-schema.js';
import type { SchemaCall } from '../model/plugin-model.js';
import type { SchemaNode } from '../model/schema-node.js';
import { compiler } from './program/compiler.js';
import { placeOf } from './program/problems.js';
import { type Reading, resolveAlias } from './program/reading.js';
import type { TypeReader } from './types/type-site.js';
import { writtenType } from './types/written-type.js';
import { writeForm } from './write-form.js';
import { writeLiteral } from './write-literal.js';

/** Returns the files bundled with the plugin that may have such calls. */
export function filesWithSchemaCalls({ program, origins }: Reading): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => mayCall(file) && !program.isSourceFileFromExternalLibrary(file) && !origins.isCoreFile(file));
}

/** Finds the calls in a file, in source order; reports and leaves out those whose `T` has no schema. */
export function findSchemaCalls(reader: TypeReader, file: ts.SourceFile): SchemaCall[] {
  return callsIn(file)
    .flatMap((call) => readCall(reader, call) ?? [])
    .sort((a, b) => a.offset - b.offset);
}

/** Checks the text first, which is fast, since most files call neither. */
function mayCall(file: ts.SourceFile): boolean {
  return !file.isDeclarationFile && (file.text.includes('schemaOf') || file.text.includes('elicit'));
}

function callsIn(file: ts.SourceFile): ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node)) found.push(node);
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function readCall(reader: TypeReader, call: ts.CallExpression): SchemaCall | undefined {
  const { reading } = reader;
  const callee = calleeName(call);
  const symbol = callee && reading.checker.getSymbolAtLocation(callee);
  const called = symbol && resolveAlias(reading, symbol);
  if (!callee || !reading.origins.isFromCore(called)) return undefined;

  if (called.name === 'schemaOf') return readSchemaOf(reader, call);
  return called.name === 'elicit' && isOfContext(called) ? readElicit(reader, call) : undefined;
}

function calleeName({ expression }: ts.CallExpression): ts.Identifier | ts.MemberName | undefined {
  if (compiler.isIdentifier(expression)) return expression;
  return compiler.isPropertyAccessExpression(expression) ? expression.name : undefined;
}

function isOfContext(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    ({ parent }) => compiler.isInterfaceDeclaration(parent) && parent.name.text === 'Context',
  );
}

/** Reads a call; one with an argument has its schema already. */
function readSchemaOf(reader: TypeReader, call: ts.CallExpression): SchemaCall | undefined {
  if (call.arguments.length > 0 || isCompiledElsewhere(reader, call, 'schemaOf<T>()')) return undefined;
  const node = readArgument(reader, call, 'schemaOf');
  return node && insertAt(call, call.arguments.pos, writeLiteral(writeInputSchema(node)));
}

function readElicit(reader: TypeReader, call: ts.CallExpression): SchemaCall | undefined {
  const [message] = call.arguments;
  if (!message || (!call.typeArguments && !takesType(reader.reading, call))) return undefined;
  if (isCompiledElsewhere(reader, call, 'context.elicit<T>(message)')) return undefined;
  const node = readArgument(reader, call, 'context.elicit');
  const form = node && readForm(reader.reading, call, node);
  return form && insertAt(call, message.end, `, ${writeLiteral(form)}`);
}

/** Refuses a call in an application whose framework compiles it: the build changes no code there. */
function isCompiledElsewhere({ reading }: TypeReader, call: ts.CallExpression, written: string): boolean {
  const { framework, problems } = reading;
  if (framework === undefined) return false;
  const message = `${written} has no schema when it runs: the compiler of the ${framework} application compiles it`;
  problems.add({ code: 'SIGIL083', at: placeOf(call.expression), message });
  return true;
}

/** Returns whether the compiler chose the overload that takes a type, and no schema was given. */
function takesType(reading: Reading, call: ts.CallExpression): boolean {
  const { typeParameters } = reading.checker.getResolvedSignature(call)?.declaration ?? {};
  return typeParameters !== undefined;
}

function readArgument(reader: TypeReader, call: ts.CallExpression, name: string): SchemaNode | undefined {
  const { checker, problems } = reader.reading;
  const [argument] = call.typeArguments ?? [];
  if (!argument) {
    const message = `${name}() does not say of which type`;
    problems.add({ code: 'SIGIL080', at: placeOf(call.expression), message, fix: `Write ${name}<T>(…).` });
    return undefined;
  }
  const type = checker.getTypeFromTypeNode(argument);
  const owner = `${name}<${argument.getText()}>`;
  return reader.read(type, {
    at: placeOf(argument),
    owner,
    role: 'parameter',
    noun: 'member',
    path: '',
    written: writtenType(argument),
  });
}

function readForm(reading: Reading, call: ts.CallExpression, node: SchemaNode): JsonObject | undefined {
  const form = writeForm(node);
  if ('schema' in form) return form.schema;
  const at = placeOf(call.typeArguments?.[0] ?? call);
  for (const { path, says } of form.faults) {
    const what = path === '' ? 'a form' : `"${path}"`;
    reading.problems.add({ code: 'SIGIL081', at, message: `context.elicit: ${what} ${says}` });
  }
  return undefined;
}

function insertAt(call: ts.CallExpression, offset: number, text: string): SchemaCall {
  return { file: call.getSourceFile().fileName, offset, text };
}

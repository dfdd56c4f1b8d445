/**
 * Writes small plugins into a temporary folder and reads them, with one shared reader so that libraries are parsed once.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MethodModel, ToolModel } from '../model/plugin-model.js';
import type { SchemaNode } from '../model/schema-node.js';
import { openPluginReader, type PluginReader, type PluginReading } from './plugin-reader.js';
import { pluginCompilerOptions } from '../plugin-tsconfig.test-support.js';

/** Files by path within the plugin; a single string is `src/plugin.ts`. */
export type CaseSource = string | Readonly<Record<string, string>>;

const packagesFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Imports everything of @sigil/core that a case may need, on a separate line. */
export const coreImports = `import { Tool, Resource, Prompt, Complete, Namespace, View, type Context, type JsonObject, type JsonValue, type TextContent, type ImageContent, type ContentBlock, type PromptMessage, type ResourceContents, schemaOf } from '@sigil/core';\n`;

/** The configuration of the plugins, strict and with Node's types. */
export const caseConfig = {
  compilerOptions: { ...pluginCompilerOptions, types: ['node'] },
  include: ['src/**/*.ts'],
};

/** Makes an empty plugin folder in which @sigil/core can be imported. */
export function makeCaseFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigil-reader-')));
  mkdirSync(join(folder, 'node_modules/@sigil'), { recursive: true });
  symlinkSync(join(packagesFolder, 'core'), join(folder, 'node_modules/@sigil/core'));
  symlinkSync(join(packagesFolder, '../node_modules/@types'), join(folder, 'node_modules/@types'));
  writeCaseFiles(folder, {
    'package.json': JSON.stringify({ name: 'case', type: 'module' }),
    'tsconfig.json': JSON.stringify(caseConfig),
  });
  return folder;
}

/** Writes files, and creates their folders. */
export function writeCaseFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The files of the case that a folder has. */
export interface CaseFiles {
  /** Replaces the files of the case before. @returns the paths of those that differ from it, since only they are read again */
  replace(files: Readonly<Record<string, string>>): string[];
}

/** Opens the files of cases in a folder that has none yet. */
export function openCaseFiles(folder: string): CaseFiles {
  let before: Readonly<Record<string, string>> = {};
  return {
    replace: (files) => {
      const removed = Object.keys(before).filter((name) => !(name in files));
      const changed = Object.keys(files).filter((name) => files[name] !== before[name]);
      for (const name of removed) rmSync(join(folder, name));
      writeCaseFiles(folder, Object.fromEntries(changed.map((name) => [name, files[name] ?? ''])));
      before = files;
      return [...removed, ...changed].map((name) => join(folder, name));
    },
  };
}

/** The reading of a case, and the places of the marks in its source. */
export interface CaseReading extends PluginReading {
  /** `CODE file:line:column` of each diagnostic. */
  readonly found: readonly string[];
  /** `file:line:column` of each `§`, which is removed from the source. */
  readonly marks: readonly string[];
}

/** Reads cases one after another. */
export interface Cases {
  /** Reads a case. In `src/plugin.ts` everything of @sigil/core that a case may need is already imported, on a separate line. */
  read(source: CaseSource): CaseReading;
  /** Returns the only method of a plugin that is read without diagnostics. */
  method(source: CaseSource): MethodModel;
  /** Returns the node of the parameter `x: <type>` of a tool, with declarations after the class. */
  node(type: string, declarations?: string): SchemaNode;
  close(): void;
}

/** Opens a temporary plugin folder. Close it after the tests. */
export function openCases(): Cases {
  const folder = makeCaseFolder();
  const caseFiles = openCaseFiles(folder);
  let reader: PluginReader | undefined;

  const read: Cases['read'] = (source) => {
    const files = typeof source === 'string' ? { 'src/plugin.ts': coreImports + source } : source;
    const changed = caseFiles.replace(mapValues(files, (text) => text.replaceAll('§', '')));
    reader?.refresh(changed);
    reader ??= openPluginReader(folder);

    const reading = reader.read();
    const found = reading.diagnostics.map((one) => `${one.code} ${one.file}:${one.line}:${one.column}`);
    return { ...reading, found, marks: Object.entries(files).flatMap(([name, text]) => marksIn(name, text)) };
  };
  const method: Cases['method'] = (source) => {
    const { model, diagnostics } = read(source);
    const [only] = model.classes.flatMap((one) => one.methods);
    if (!only || diagnostics.length > 0)
      throw new Error(diagnostics.map((one) => one.message).join('\n') || 'no method');
    return only;
  };
  return {
    read,
    method,
    node: (type, declarations = '') => nodeOf(method(toolTaking(`x: ${type}`, declarations))),
    close: () => {
      reader?.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns a class with one tool that has these parameters. */
export function toolTaking(parameters: string, declarations = ''): string {
  return `export class Plugin {\n  @Tool()\n  run(${parameters}): string { return ''; }\n}\n${declarations}`;
}

/** Returns a class with one tool that returns this type. */
export function toolReturning(type: string, declarations = ''): string {
  return `export class Plugin {\n  @Tool()\n  run(): ${type} { throw new Error(); }\n}\n${declarations}`;
}

/** Narrows a method to a tool. */
export function asTool(method: MethodModel): ToolModel {
  if (method.kind !== 'tool') throw new Error(`expected a tool, got a ${method.kind}`);
  return method;
}

function nodeOf(method: MethodModel): SchemaNode {
  const [parameter] = method.parameters;
  if (parameter?.kind !== 'argument') throw new Error('expected one argument');
  return parameter.property.node;
}

function marksIn(name: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) =>
    [...line.matchAll(/§/g)].map((mark, before) => `${name}:${index + 1}:${mark.index + 1 - before}`),
  );
}

function mapValues(files: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]));
}

/** Returns a copy of a model for comparison, in which the getters of definitions are ordinary members. */
export function spellOut(model: unknown, known = new Map<object, object>()): unknown {
  if (typeof model !== 'object' || model === null) return model;
  const begun = known.get(model);
  if (begun) return begun;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(model) ? [] : {};
  known.set(model, copy);
  const names = 'isRecursive' in model ? ['name', 'isRecursive', 'node'] : Object.keys(model);
  return Object.assign(
    copy,
    Object.fromEntries(names.map((name) => [name, spellOut(Reflect.get(model, name), known)])),
  );
}

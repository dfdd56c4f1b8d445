/**
 * Builds views in folders of tests.
 */
import { join } from 'node:path';
import type { ViewMetadata } from '@sigil/core';
import type { ToolDefinition } from '@sigil/core/building';
import { makePluginFolder, type PluginFolder } from '../build/plugin-folder.test-support.js';
import { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { ViewBuilder } from './view-builder.js';
import type { ViewDeclaration } from '../model/view-declaration.js';

/** A tool that rolls dice. */
export const roll: ToolDefinition = {
  name: 'roll',
  inputSchema: {
    type: 'object',
    properties: { sides: { type: 'integer' }, count: { type: 'integer' } },
    required: ['sides'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { total: { type: 'number' }, dice: { type: 'array', items: { type: 'number' } } },
    required: ['total', 'dice'],
  },
};

/** A folder with one view, and its builder. */
export interface ViewFolder {
  readonly folder: PluginFolder;
  readonly builder: ViewBuilder;
  readonly log: InputLog;
  /** Builds the view again. */
  build(tools?: readonly ToolDefinition[]): Promise<BuiltView>;
}

/** The page, and what is wrong with it. */
export interface BuiltView {
  /** Empty if there are errors. */
  readonly html: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The diagnostics as `code file:line:column message`. */
  readonly problems: readonly string[];
  readonly files: readonly string[];
}

/** Makes a folder; the view is the first of the files. */
export async function makeViewFolder(
  files: Readonly<Record<string, string>>,
  ui: ViewMetadata = {},
  title?: string,
): Promise<ViewFolder> {
  const folder = await makePluginFolder(files);
  const [file = ''] = Object.keys(files);
  const view: ViewDeclaration = {
    uri: 'ui://dice/board',
    ...(title !== undefined && { title }),
    ...{ ui, file: join(folder.path, file), place: { file: 'src/dice.ts', line: 3, column: 1, length: 5 } },
  };
  const log = new InputLog();
  const builder = new ViewBuilder(folder.path, log);
  return {
    ...{ folder, builder, log },
    build: async (tools = [roll]) => {
      const { built, diagnostics, files: read } = await builder.build([view], tools);
      const problems = diagnostics.map((it) => `${it.code} ${it.file}:${it.line}:${it.column} ${it.message}`);
      return { html: built[0] ? new TextDecoder().decode(built[0].page) : '', diagnostics, problems, files: read };
    },
  };
}

/** Builds a view of these files once. */
export async function buildView(files: Readonly<Record<string, string>>, ui: ViewMetadata = {}): Promise<BuiltView> {
  return (await makeViewFolder(files, ui)).build();
}

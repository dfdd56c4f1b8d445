/**
 * Writes the module of one tag: the descriptions of its operations, and a class with a tool for each.
 */
import type { ShapeReading } from '../schemas/shape-reading.js';
import type { ToolPlan } from './plan-tool.js';
import { SourceModule } from './source-module.js';
import { writeComment } from './source-text.js';
import { takenTypeNames, type TypeNames } from './type-names.js';
import { writeMethod, writeOperation } from './write-tool.js';

/** A tag with its tools. */
export interface ToolClass {
  readonly name: string;
  readonly path: string;
  /** The lines of its comment. */
  readonly comment: readonly string[];
  readonly tools: readonly ToolPlan[];
}

/** The class that sends the requests, and its module. */
export interface ApiClass {
  readonly name: string;
  readonly path: string;
}

export function writeClass(
  { name, path, comment, tools }: ToolClass,
  api: ApiClass,
  reading: ShapeReading,
  names: TypeNames,
): SourceModule {
  const module = new SourceModule(path, takenTypeNames);
  module.importValue('Tool', '@sigil/core');
  module.importType('OperationDescription', '@sigil/openapi/runtime');
  module.importType(api.name, api.path);
  const methods = tools.map((tool) => writeMethod(tool, { reading, names, module }));
  module.declarations.push(...tools.map(writeOperation));
  const constructor = `  constructor(private readonly api: ${api.name}) {}\n`;
  module.declarations.push(
    `${writeComment(comment)}export class ${name} {\n${[constructor, ...methods].join('\n')}}\n`,
  );
  return module;
}

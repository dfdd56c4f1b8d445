/**
 * Models of small plugins, for tests without a reader.
 */
import type { ClassModel, ParameterModel, PluginModel, ToolModel } from '../model/plugin-model.js';

/** A plugin of one class, in `src/greeter.ts`. */
export function greeterModel(members: Partial<ClassModel>, more: Partial<PluginModel> = {}): PluginModel {
  const greeter = { name: 'Greeter', exportName: 'Greeter', file: 'src/greeter.ts', methods: [], completions: [] };
  return { classes: [{ ...greeter, ...members }], schemaCalls: [], ...more };
}

/** The tool `greet`, which returns text. */
export function greetTool(parameters: readonly ParameterModel[] = [], members: Partial<ToolModel> = {}): ToolModel {
  return {
    ...{ kind: 'tool', method: 'greet', name: 'greet', parameters, returns: { kind: 'text' }, coerce: true },
    ...{ at: { file: 'src/greeter.ts', line: 1, column: 1, length: 5 }, placeOfInput: new Map() },
    ...members,
  };
}

/** A parameter of the type `string`. */
export function stringParameter(name: string): ParameterModel {
  return { kind: 'argument', property: { name, node: { kind: 'string' }, isRequired: true } };
}

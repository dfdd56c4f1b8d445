/**
 * Which named arguments a method takes.
 */
import type { MethodModel } from '../model/plugin-model.js';
import type { Property } from '../model/schema-node.js';

/** The properties of the input object, in the order of the parameters; injected parameters have none. */
export function argumentsOf(method: MethodModel): readonly Property[] {
  return method.parameters.flatMap((parameter) => {
    if (parameter.kind === 'argument') return [parameter.property];
    return parameter.kind === 'spread' ? parameter.properties : [];
  });
}

/**
 * The named arguments of a method, and those for which clients can request completions.
 */
import type { MethodModel } from '../model/plugin-model.js';
import type { Property } from '../model/schema-node.js';

/** Returns the properties of the input object in parameter order; injected parameters have none. */
export function argumentsOf(method: MethodModel): readonly Property[] {
  return method.parameters.flatMap((parameter) => {
    if (parameter.kind === 'argument' || parameter.kind === 'rest') return [parameter.property];
    return parameter.kind === 'spread' ? parameter.properties : [];
  });
}

/**
 * Returns the name under which a client requests completions, a prompt's name or a URI template; `undefined` for other methods.
 */
export function completionTarget(method: MethodModel): string | undefined {
  if (method.kind === 'prompt') return method.name;
  return method.kind === 'resource' && method.isTemplate ? method.uri : undefined;
}

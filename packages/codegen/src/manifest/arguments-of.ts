/**
 * Which named arguments a method takes, and for which of them clients can ask for completions.
 */
import type { MethodModel } from '../model/plugin-model.js';
import type { Property } from '../model/schema-node.js';

/** The properties of the input object, in the order of the parameters; injected parameters have none. */
export function argumentsOf(method: MethodModel): readonly Property[] {
  return method.parameters.flatMap((parameter) => {
    if (parameter.kind === 'argument' || parameter.kind === 'rest') return [parameter.property];
    return parameter.kind === 'spread' ? parameter.properties : [];
  });
}

/** The name under which a client asks for completions: a prompt's name or a URI template; others have none. */
export function completionTarget(method: MethodModel): string | undefined {
  if (method.kind === 'prompt') return method.name;
  return method.kind === 'resource' && method.isTemplate ? method.uri : undefined;
}

/**
 * The named arguments of a method, and those for which clients can request completions.
 */
import { normalizeTemplate } from '@sigil/core/building';
import type { ClassModel, MethodModel } from '../model/plugin-model.js';
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

/** Returns the texts by which `@Complete` may name a target: `spellTarget` of each is one of them. */
export function spellingsOf({ namespace }: Pick<ClassModel, 'namespace'>, target: string): readonly string[] {
  const joined =
    namespace !== undefined && target.startsWith(namespace) ? target.slice(namespace.length + 1) : undefined;
  return [spellTarget(target), ...(joined === undefined ? [] : [`${namespace}.${joined}`, `${namespace}_${joined}`])];
}

/** Returns the same text for all spellings of a URI template; names of prompts stay as they are. */
export function spellTarget(of: string): string {
  return of.includes(':') ? normalizeTemplate(of) : of;
}

/**
 * Reads the URI of a resource to publish; the variables of a template become the parameters of its method.
 */
import { findParameterNameProblem } from './find-parameter-name-problem.mjs';

const validUri = /^[a-z][a-z0-9+.-]*:[^\s'"`\\<>^|]+$/;
const variable = /\{\+?([A-Za-z_]\w*)\}/g;

/** The linter's limit on parameters. */
const mostVariables = 3;

/**
 * @param {string} uri such as `weather://{station}/now`
 * @returns {import('./read-parameters.mjs').Parameter[]}
 * @throws Error describing the form of a URI, or naming an invalid variable
 */
export function readUri(uri) {
  const names = [...uri.matchAll(variable)].map(([, name = '']) => name);
  const isWhole = !/[{}]/.test(uri.replace(variable, ''));
  if (!validUri.test(uri) || !isWhole || new Set(names).size !== names.length) {
    throw new Error(
      `expected a URI, with {variables} that differ for a template, such as "weather://{station}/now", got "${uri}"`,
    );
  }
  if (/\}\{/.test(uri)) {
    throw new Error(`expected something between the variables of the URI, such as "/", got "${uri}"`);
  }
  if (names.length > mostVariables) {
    throw new Error(`expected at most ${mostVariables} variables in the URI, got ${names.length}`);
  }
  for (const name of names) {
    const problem = findParameterNameProblem(name);
    if (problem !== undefined) throw new Error(`the variable {${name}} of the URI "${uri}": ${problem}`);
  }
  return names.map((name) => ({ name, declared: { name, type: 'string' }, sample: name, received: name }));
}

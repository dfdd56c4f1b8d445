/**
 * Finds the names that bundled code takes from installed packages and from Node's modules, which are checked when they are
 * loaded: another version of a package, or of Node, may lack one.
 */

/** The bundler's wrapper of a module that returns the names, and the variable that holds them. */
const wrapper = /^var (require_\w+) = __commonJS\(\{\n {2}("sigil-(?:builtin-)?names:[^\n]*")\(/gm;
const variable = /\b(import_\w+) = __toESM\((require_\w+)\(\)\)/g;

/** The getters of a namespace object, which take nothing until the namespace is used. */
const namespaces = /^__export\d*\(\w+, \{\n[\s\S]*?^\}\);/gm;

/** Returns the names by module. */
export function requiredNames(code: string): ReadonlyMap<string, readonly string[]> {
  const modules = new Map([...code.matchAll(wrapper)].map(([, name, module]) => [name, JSON.parse(module!) as string]));
  const names = new Map<string, Set<string>>();
  const variables = new Map<string, Set<string>>();
  for (const [, name = '', required] of code.matchAll(variable)) {
    const module = modules.get(required);
    if (module === undefined) continue;
    const known = names.get(module) ?? new Set();
    names.set(module, known);
    variables.set(name, known);
  }
  if (variables.size === 0) return new Map();
  for (const [, name = '', member = ''] of code.replace(namespaces, '').matchAll(/\b(import_\w+)\.([\w$]+)/g)) {
    variables.get(name)?.add(member);
  }
  return new Map([...names].map(([module, found]) => [module, [...found].sort()]));
}

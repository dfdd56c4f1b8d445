/**
 * Lets modules that are imported on demand import each other in a circle, although loading a package makes them wait.
 *
 * The bundler wraps such a module in a function that awaits the modules it imports; in a circle each would await the other for
 * ever. As in an ES module graph, a module must not wait for one that waits for it.
 */

/** The bundler's helper for modules that are evaluated on demand. */
const helper = /^var __esm = \(\w+, \w+, \w+\) => function __init\d*\(\) \{\n[\s\S]*?\n\};$/m;

/** The first and the last line of a module's wrapper, and a line in it that evaluates an import. */
const wrapperStart = /^var (\w+) = __esm\(\{$/;
const wrapperEnd = '});';
const awaitedImport = /^    await (\w+)\(\);$/;

/** Returns the code with the bundler's wrappers mended; no line is added or removed. */
export function mendLazyModules(code: string): string {
  const lines = code.split('\n');
  const wrapped = new Set(lines.flatMap((line) => wrapperStart.exec(line)?.[1] ?? []));
  let importer: string | undefined;
  const mended = lines.map((line) => {
    importer = wrapperStart.exec(line)?.[1] ?? (line === wrapperEnd ? undefined : importer);
    const imported = importer === undefined ? undefined : awaitedImport.exec(line)?.[1];
    return imported !== undefined && wrapped.has(imported) ? `    await ${imported}(${importer});` : line;
  });
  if (mended.every((line, index) => line === lines[index])) return code;
  if (!helper.test(code)) throw new Error('the bundler wraps modules in another way than this version expects');
  return mended.join('\n').replace(helper, (text) => ownHelper + '\n'.repeat(text.split('\n').length - 1));
}

/** `importer` is the module that awaits, and is absent for `import()`. */
const ownHelper = String.raw`
var __esm = ((awaited) => (fn, res, err) => function __init(importer) {
  if (err) throw err[0];
  for (let at = __init; importer && at; at = awaited.get(at)) if (at === importer) return undefined;
  if (importer) awaited.set(importer, __init);
  try {
    if (fn) res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0);
  } catch (e) {
    throw err = [e], e;
  }
  if (!importer) return res;
  return Promise.resolve(res).finally(() => awaited.delete(importer));
})(new Map());`
  .trim()
  .replace(/\s*\n\s*/g, ' ');

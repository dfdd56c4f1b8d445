/**
 * Reads the statements by which CommonJS imports and exports.
 */
import { Node, type Statement } from 'ts-morph';

/** Returns whether a statement runs only in the module that a process started: `if (require.main === module)`. */
export function isMainCheck(statement: Statement): boolean {
  return /^(if\s*\()?require\.main === module/.test(statement.getText());
}

/** Returns the names that `module.exports = …` or `exports.name = …` exports; `undefined` for other statements. */
export function exportedNames(statement: Statement): readonly string[] | undefined {
  const exported = /^(?:module\.)?exports(?:\.(\w+))?\s*=\s*(\{[^}]*\}|\w+)\s*;?$/.exec(statement.getText());
  if (!exported) return undefined;
  if (exported[1] !== undefined) return [exported[1]];
  return (exported[2] ?? '')
    .replace(/[{}\s]/g, '')
    .split(',')
    .filter((name) => name !== '');
}

/** Writes `const a = require('a')` as imports; `undefined` for other statements. */
export function requiredImports(
  statement: Statement,
  moduleOf: (module: string) => string,
): readonly string[] | undefined {
  if (!Node.isVariableStatement(statement)) return undefined;
  const imports = statement.getDeclarations().map((declaration) => {
    const match = /^require\(\s*(['"][^'"]+['"])\s*\)(?:\.(\w+))?$/.exec(declaration.getInitializer()?.getText() ?? '');
    if (!match) return undefined;
    const [, given = '', member] = match;
    const module = `'${moduleOf(given.slice(1, -1))}'`;
    const name = declaration.getNameNode();
    if (member !== undefined)
      return `import { ${member === name.getText() ? member : `${member} as ${name.getText()}`} } from ${module};`;
    if (!Node.isObjectBindingPattern(name)) return `import ${name.getText()} from ${module};`;
    const names = name
      .getElements()
      .map((one) =>
        one.getPropertyNameNode() ? `${one.getPropertyNameNode()?.getText() ?? ''} as ${one.getName()}` : one.getName(),
      );
    return `import { ${names.join(', ')} } from ${module};`;
  });
  return imports.every((one) => one !== undefined) ? imports : undefined;
}

/**
 * The floor: a bare TypeScript program that only resolves the types of all parameters and results of all methods. Any time
 * beyond that is a generator's own.
 */
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { report } from './report.mjs';

// The copy of the compiler that the generator loads, from the same package.
const require = createRequire(import.meta.url);
/** @type {typeof import('ts-morph')} */
const { ts } = require('ts-morph');
/** @type {typeof import('@ts-morph/common')} */
const { getLibFiles } = require('@ts-morph/common');

const folder = process.argv[2] ?? '';
const parsed = ts.getParsedCommandLineOfConfigFile(
  join(folder, 'tsconfig.json'),
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  },
);
if (!parsed) throw new Error('the corpus has no tsconfig.json');
const library = new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]));
const host = ts.createCompilerHost(parsed.options);
const libraryFolder = dirname(host.getDefaultLibFileName(parsed.options));
const readFile = host.readFile;
host.readFile = (path) => (dirname(path) === libraryFolder ? library.get(basename(path)) : readFile(path));
const program = ts.createProgram(parsed.fileNames, parsed.options, host);
const checker = program.getTypeChecker();

let resolved = 0;
for (const name of parsed.fileNames) program.getSourceFile(name)?.forEachChild(visit);
report(resolved);

/** @param {import('ts-morph').ts.Node} node */
function visit(node) {
  if (!ts.isClassDeclaration(node)) return;
  for (const member of node.members) {
    if (!ts.isMethodDeclaration(member)) continue;
    const signature = checker.getSignatureFromDeclaration(member);
    if (!signature) continue;
    for (const parameter of signature.parameters) touch(checker.getTypeOfSymbol(parameter));
    touch(checker.getReturnTypeOfSignature(signature));
    resolved += 2;
  }
}

/** Resolves the members' own types too, one level deep. @param {import('ts-morph').ts.Type} type */
function touch(type) {
  for (const property of checker.getPropertiesOfType(type)) checker.getTypeOfSymbol(property);
}

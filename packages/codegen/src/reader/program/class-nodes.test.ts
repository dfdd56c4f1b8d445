import { expect, test } from 'vitest';
import { classNodeOf, readName, writtenName } from './class-nodes.js';
import { compiler } from './compiler.js';

function classIn(text: string) {
  const file = compiler.createSourceFile('/plugin/a.ts', text, compiler.ScriptTarget.ES2022, true);
  const [declaration] = file.statements.filter(compiler.isClassDeclaration);
  return declaration!;
}

test('a class declaration always gives the same node', () => {
  const declaration = classIn('class A { run() {} }');

  expect(classNodeOf(declaration)).toBe(classNodeOf(declaration));
  expect(classNodeOf(declaration).compilerNode).toBe(declaration);
});

test('readName() is undefined for private, computed and constructor members', () => {
  const members = classNodeOf(
    classIn(`class A { run() {} 'two words' = 1; #own() {} [Symbol.iterator]() {} constructor() {} }`),
  );

  expect(members.getMembers().map(readName)).toEqual(['run', 'two words', undefined, undefined, undefined]);
  expect(members.getMembers().map(writtenName)).toEqual(['run', `'two words'`, '#own', '[Symbol.iterator]', undefined]);
});

import { expect, test } from 'vitest';
import { classNodeOf, readName, writtenName } from './class-nodes.js';
import { compiler } from './compiler.js';

function classIn(text: string) {
  const file = compiler.createSourceFile('/plugin/a.ts', text, compiler.ScriptTarget.ES2022, true);
  const [declaration] = file.statements.filter(compiler.isClassDeclaration);
  return declaration!;
}

test('a class has one node, so that what was read at different times can be compared', () => {
  const declaration = classIn('class A { run() {} }');

  expect(classNodeOf(declaration)).toBe(classNodeOf(declaration));
  expect(classNodeOf(declaration).compilerNode).toBe(declaration);
});

test('a member has the name under which it is called, where it has one', () => {
  const members = classNodeOf(
    classIn(`class A { run() {} 'two words' = 1; #own() {} [Symbol.iterator]() {} constructor() {} }`),
  );

  expect(members.getMembers().map(readName)).toEqual(['run', 'two words', undefined, undefined, undefined]);
  expect(members.getMembers().map(writtenName)).toEqual(['run', `'two words'`, '#own', '[Symbol.iterator]', undefined]);
});

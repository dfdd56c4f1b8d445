import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases, toolReturning } from './reader-cases.test-support.js';
import { showNode } from './types/show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const returned = (type: string, declarations = ''): string => {
  const { returns } = asTool(cases.method(toolReturning(type, declarations)));
  return returns.kind === 'structured' ? showNode(returns.node) : returns.kind;
};

const user = 'interface User { n: 1 }';

describe('the result of a tool', () => {
  test.each([
    ['Promise<Promise<User>>', 'User{n: 1}'],
    ['PromiseLike<"a" | "b">', 'text'],
    ['PromiseLike<("b" | "a")[]>', '["b"|"a"]'],
    ['Later<User>', 'User{n: 1}'],
    ['Promise<void>', 'nothing'],
    ['AsyncGenerator<string, User>', 'User{n: 1}'],
    ['AsyncGenerator<number, Promise<"b" | "a" | 1>>', '"b"|"a"|1'],
    ['AsyncGenerator<User, string>', 'text'],
    ['AsyncGenerator<string>', 'text'],
    ['AsyncGenerator<string, void>', 'text'],
    ['AsyncGenerator<"a" | `b${string}`, undefined>', 'text'],
    ['AsyncGenerator<("b" | "a")[]>', '[["b"|"a"]]'],
    ['AsyncGenerator<User, void, unknown>', '[User{n: 1}]'],
    ['AsyncGenerator<string | User>', '[(string | User{n: 1})]'],
    ['AsyncGenerator<Promise<User>>', '[User{n: 1}]'],
    ['AsyncGenerator<never, void>', 'nothing'],
    ['AsyncIterable<User>', '[User{n: 1}]'],
    ['AsyncIterableIterator<string>', 'text'],
    ['Iterable<number>', '[number]'],
    ['IterableIterator<number>', '[number]'],
    ['Generator<1 | 2, User>', 'User{n: 1}'],
    ['Promise<AsyncIterable<User>>', '[User{n: 1}]'],
    ['Chunks<"b" | "a">', 'text'],
    ['Chunks<2 | 1>', '[2|1]'],
    ['AsyncGenerator<string, ContentBlock[]>', 'content'],
    ['AsyncGenerator<TextContent>', 'content'],
    ['AsyncGenerator<Uint8Array>', 'content'],
    ['AsyncGenerator<string | ImageContent, void>', 'content'],
    ['(ImageContent | null | undefined)[]', 'content'],
    ['(string | null)[]', '[(string | null)]'],
    ['Uint8Array', 'content'],
    ['Promise<Buffer | string | null>', 'content'],
    ['readonly ArrayBuffer[]', 'content'],
    ['(string | ImageContent)[]', 'content'],
    ['[TextContent, Uint8Array, ContentBlock?]', 'content'],
    ['ImageContent[][] | ContentBlock', 'content'],
    ['{ thumbnail: Uint8Array }', '{thumbnail: Uint8Array}'],
    ['string[]', '[string]'],
    ['List', 'List*=[(string | List*)]'],
  ])('is read from %s as %s', (type, shown) => {
    expect(
      returned(
        type,
        `${user}\ntype Later<T> = Promise<T>; type Chunks<T> = AsyncGenerator<T>; type List = (string | List)[];`,
      ),
    ).toBe(shown);
  });

  test('is read from a generator with an inferred type', () => {
    const results = [
      `async *run() { yield 'a'; yield 'b'; }`,
      `async *run() { yield 'a'; return { n: 1 }; }`,
      `*run() { yield { n: 1 }; }`,
    ].map((member) => {
      const { returns } = asTool(cases.method(`export class Plugin { @Tool() ${member} }`));
      return returns.kind === 'structured' ? showNode(returns.node) : returns.kind;
    });

    expect(results).toEqual(['text', '{n: number}', '[{n: number}]']);
  });

  test('has the description and constraints of @returns', () => {
    const method = cases.method(
      'export class Plugin {\n/** Runs.\n * @returns all of them @minItems 1 */\n@Tool() async *run(): AsyncGenerator<number> { yield 1; } }',
    );

    expect(asTool(method).returns).toEqual({
      kind: 'structured',
      node: { kind: 'array', items: { kind: 'number' }, minItems: 1, documentation: { description: 'all of them' } },
    });
  });

  test.each([
    ['§ReadableStream<string>', 'SIGIL060'],
    ['§Iterator<string>', 'SIGIL060'],
    ['§AsyncIterator<string>', 'SIGIL060'],
    ['§string | AsyncGenerator<string>', 'SIGIL060'],
    ['§AsyncGenerator<string, any>', 'SIGIL040'],
    ['§AsyncGenerator<any>', 'SIGIL040'],
    ['§AsyncGenerator<symbol>', 'SIGIL048'],
    ['§AsyncGenerator<string, User | undefined>', 'SIGIL062'],
    ['§AsyncGenerator<string, AsyncGenerator<string>>', 'SIGIL060'],
    ['§{ a: AsyncGenerator<string> }', 'SIGIL044'],
    ['§AsyncGenerator<TextContent | User>', 'SIGIL063'],
    ['§(TextContent | User)[] | Uint8Array', 'SIGIL063'],
    ['§Uint8Array | User', 'SIGIL063'],
    ['§Buffer | number', 'SIGIL063'],
  ])('cannot be %s', (type, code) => {
    const { found, marks } = cases.read(toolReturning(type, user));

    expect(found.map((one) => one.slice(0, 8))).toEqual(marks.map(() => code));
  });
});

describe('the data of a resource', () => {
  const data = (type: string): unknown => {
    const method = cases.method(`export class Plugin { @Resource('a://b') read(): ${type} { throw 0; } }\n${user}`);
    return method.kind === 'resource' && method.data && showNode(method.data);
  };

  test.each([
    ['Promise<User>', 'User{n: 1}'],
    ['User[]', '[User{n: 1}]'],
    ['string', undefined],
    ['ResourceContents', undefined],
    ['number | null', '(number | null)'],
  ])('is read from %s as %s', (type, shown) => {
    expect(data(type)).toBe(shown);
  });

  test.each(['Uint8Array', 'Buffer', 'Promise<ArrayBuffer | string>', 'AsyncGenerator<Uint8Array>'])(
    'is absent for %s, and so is the MIME type',
    (type) => {
      const method = cases.method(`export class Plugin { @Resource('a://b') read(): ${type} { throw 0; } }`);

      expect(method).not.toHaveProperty('data');
      expect(method).not.toHaveProperty('mimeType');
    },
  );

  test.each(['ImageContent', 'ContentBlock[]', 'Uint8Array | User', 'Buffer[]'])('cannot be %s', (type) => {
    const { diagnostics } = cases.read(
      `export class Plugin { @Resource('a://b') read(): ${type} { throw 0; } }\n${user}`,
    );

    expect(diagnostics).toMatchObject([{ code: 'SIGIL064' }]);
  });
});

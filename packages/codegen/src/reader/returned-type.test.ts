import { afterAll, describe, expect, test } from 'vitest';
import { asTool, openCases, toolReturning } from './reader-cases.test-support.js';
import { showNode } from './types/show-node.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const returned = (type: string, declarations = ''): string => {
  const { returns } = asTool(cases.method(toolReturning(type, declarations)));
  if (returns.kind !== 'structured') return returns.kind;
  return `${showNode(returns.node)}${returns.beside ? ' with content' : ''}`;
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
    ['Readonly<ImageContent>', 'content'],
    ['Chart[]', 'content'],
    ['ImageContent & { title: string }', 'content'],
    ['{ type: "image"; data: string; mimeType: "image/png" }', 'content'],
    ['{ type: "image"; url: string }', '{type: "image", url: string}'],
    ['{ type: "text"; text: string }', '{type: "text", text: string}'],
    ['[User, ImageContent]', 'User{n: 1} with content'],
    ['Promise<readonly [User, string, ...ContentBlock[]]>', 'User{n: 1} with content'],
    ['[user: User | null, chart?: ImageContent]', '(User{n: 1} | null) with content'],
    ['[("b" | "a")[], Chart | undefined, ImageContent[]]', '["b"|"a"] with content'],
    ['[User, ImageContent] | [number, TextContent]', '(User{n: 1} | number) with content'],
    ['AsyncGenerator<string, [User, ImageContent]>', 'User{n: 1} with content'],
    ['[string, ImageContent]', 'content'],
    ['[number, Uint8Array]', 'number with content'],
    ['[User, string, Buffer?]', 'User{n: 1} with content'],
    ['Promise<[User, ...(ArrayBuffer | ImageContent)[]]>', 'User{n: 1} with content'],
    ['AsyncGenerator<string, [User, Uint8Array]>', 'User{n: 1} with content'],
    ['[User, Uint8Array][]', '[<User{n: 1}, Uint8Array>]'],
  ])('is read from %s as %s', (type, shown) => {
    expect(
      returned(
        type,
        `${user}\ntype Later<T> = Promise<T>; type Chunks<T> = AsyncGenerator<T>; type List = (string | List)[];
        interface Chart extends ImageContent { title: string }`,
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
    ['§[User, ImageContent] | User', 'SIGIL063'],
    ['§[User, ImageContent] | undefined', 'SIGIL062'],
    ['§[User | undefined, ImageContent]', 'SIGIL062'],
    ['§[User, User, ImageContent]', 'SIGIL065'],
    ['§(User | ImageContent)[]', 'SIGIL065'],
    ['§[User, User, Uint8Array]', 'SIGIL065'],
    ['§Promise<(User | Buffer)[]>', 'SIGIL065'],
    ['§readonly (number | string | ArrayBuffer)[] | null', 'SIGIL065'],
    ['{ §chart: ImageContent }', 'SIGIL065'],
    ['{ n: { §charts: ImageContent[] }[] }', 'SIGIL065'],
    ['{ §chart?: Readonly<ImageContent> | null }', 'SIGIL065'],
    ['{ §chart: { type: "image"; data: string; mimeType: string } }', 'SIGIL065'],
    ['{ §note: TextContent }', 'SIGIL065'],
    ['§Map<string, ImageContent>', 'SIGIL065'],
    ['§Set<ContentBlock>', 'SIGIL065'],
    ['§Record<string, ContentBlock>', 'SIGIL065'],
    ['§PromptMessage[]', 'SIGIL065'],
    ['§AsyncGenerator<{ a: ImageContent }, User>', 'SIGIL065'],
    ['§AsyncGenerator<[User, ImageContent]>', 'SIGIL065'],
    ['[{ §a: ImageContent }, ImageContent]', 'SIGIL065'],
  ])('cannot be %s', (type, code) => {
    const { found, marks } = cases.read(toolReturning(type, user));

    expect(found.map((one) => one.slice(0, 8))).toEqual(marks.map(() => code));
  });
});

describe('the values that a method of text or content may return', () => {
  test.each([
    ['string', ['text']],
    ['Promise<string | undefined>', ['text', 'undefined']],
    ['undefined | `a${string}`', ['text', 'undefined']],
    ['Uint8Array | null', ['bytes', 'null']],
    ['string | ImageContent | ImageContent[]', ['text', 'block', 'list']],
  ])('are those of %s', (type, takes) => {
    expect(asTool(cases.method(toolReturning(type))).returns).toMatchObject({ takes });
  });

  test.each([
    ['Promise<string>', ['text']],
    ['Buffer | string', ['text', 'bytes']],
    ['ResourceContents', ['contents']],
  ])('are those of %s for a resource', (type, takes) => {
    expect(cases.method(`export class Plugin { @Resource('a://b') read(): ${type} { throw 0; } }`)).toMatchObject({
      takes,
    });
  });

  test('are the literals of a type that has only those', () => {
    expect(asTool(cases.method(toolReturning("'up' | 'down'"))).returns).toMatchObject({
      kind: 'text',
      node: { kind: 'literals', values: ['up', 'down'] },
    });
  });
});

describe('the texts that a method may return', () => {
  const textOf = (member: string): unknown => {
    const method = cases.method(`export class Plugin { ${member} { throw 0; } }`);
    if (method.kind === 'prompt') return method.text && showNode(method.text);
    if (method.kind === 'resource') return method.data && showNode(method.data);
    return method.returns.kind === 'text' ? method.returns.node && showNode(method.returns.node) : method.returns.kind;
  };

  test.each([
    ['@Tool() run(): `v${"a" | "b"}`', '"va"|"vb"'],
    ['@Tool() run(): `v${string}`', '/^v[\\s\\S]*$/'],
    ['@Tool() run(): Promise<"a" | `v${string}`>', '("a" | /^v[\\s\\S]*$/)'],
    ['@Tool() run(): "a" | "b" | undefined', '"a"|"b"'],
    ['@Tool() run(): string & { brand: 1 }', undefined],
    ['@Tool() run(): Uppercase<Lowercase<string>>', undefined],
    ['@Tool() run(): Generator<"a" | "b">', undefined],
    ['@Resource("a://b") run(): "a" | "b"', '"a"|"b"'],
    ['@Resource("a://b") run(): Promise<`v${string}`>', '/^v[\\s\\S]*$/'],
    ['@Prompt() run(): "a" | "b"', '"a"|"b"'],
    ['@Prompt() run(): string', undefined],
    ['@Prompt() run(): ImageContent', undefined],
  ])('are those of %s', (member, shown) => {
    expect(textOf(member)).toBe(shown);
  });
});

describe('the forms of content', () => {
  const formsOf = (type: string): unknown => {
    const { returns } = asTool(
      cases.method(toolReturning(type, `${user}\ninterface Chart extends ImageContent { title: string }`)),
    );
    if (returns.kind === 'structured') return returns.beside;
    return returns.kind === 'content' ? returns.forms : returns.kind;
  };
  const image = ['image-block'];

  test.each<[string, unknown]>([
    ['ImageContent', image],
    ['Promise<Chart | null>', ['image-block', 'null']],
    ['Readonly<ImageContent> | TextContent | undefined', ['image-block', 'text-block', 'undefined']],
    ['ImageContent & { title: string }', image],
    ['{ type: "image"; data: string; mimeType: "image/png" }', image],
    ['ContentBlock', undefined],
    ['Uint8Array | string | null', undefined],
    ['ImageContent[]', [{ places: [], rest: image }]],
    ['readonly (string | ContentBlock)[]', [{ places: [], rest: ['block', 'text'] }]],
    ['[string, ImageContent]', [{ places: [['text'], image] }]],
    ['[string, ImageContent?]', [{ places: [['text'], ['image-block', 'undefined']] }]],
    ['[string, ...ImageContent[], Uint8Array]', [{ places: [['text']], rest: ['bytes', 'image-block'] }]],
    ['ImageContent[][]', [{ places: [], rest: [{ places: [], rest: image }] }]],
    ['AsyncGenerator<string, ImageContent>', image],
    ['[User, ImageContent]', [{ places: [['data'], image] }]],
    ['[User, string, ...ContentBlock[]]', [{ places: [['data'], ['text']], rest: ['block'] }]],
    ['[User, Uint8Array?]', [{ places: [['data'], ['bytes', 'undefined']] }]],
    [
      '[User, ImageContent] | [number, TextContent]',
      [{ places: [['data'], image] }, { places: [['data'], ['text-block']] }],
    ],
  ])('of %s are %j', (type, forms) => {
    expect(formsOf(type)).toEqual(forms);
  });
});

test.each([
  ['Generator<string>', undefined],
  ['AsyncGenerator<string | undefined, User>', true],
  ['AsyncGenerator<User | void, string>', true],
  ['Generator<void, User>', true],
  ['AsyncGenerator<never, User>', undefined],
])('%s may yield undefined: %s', (type, allows) => {
  expect(asTool(cases.method(toolReturning(type, user))).stream?.allowsUndefined).toBe(allows);
});

test.each([
  ['AsyncGenerator<string, User>', 'text-and-content'],
  ['AsyncGenerator<string | ImageContent, User>', 'text-and-content'],
  ['AsyncGenerator<ImageContent | User, User>', 'content'],
  ['AsyncGenerator<Uint8Array, string>', 'content'],
  ['AsyncGenerator<ImageContent[], void>', undefined],
  ['AsyncGenerator<string, string>', undefined],
  ['AsyncGenerator<User, User>', undefined],
])('%s keeps %s of the yielded values beside its result', (type, keeps) => {
  expect(asTool(cases.method(toolReturning(type, user))).stream?.keeps).toBe(keeps);
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

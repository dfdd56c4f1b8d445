import { transformSync } from 'esbuild';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { Namespace } from './namespace.js';
import { Prompt } from './prompt.js';
import { publicationHoldersOf, publicationsOf } from './publication.js';
import { makeRecordingDecorators } from './recording-decorators.js';
import { Resource } from './resource.js';
import { Tool } from './tool.js';

type AnyClass = abstract new (...args: never[]) => unknown;
type Classes = Readonly<Record<'Weather' | 'Storm' | 'Plain', AnyClass>>;

const source = `
  @Namespace('weather')
  class Weather {
    @Tool({ readOnly: true }) forecast() { return 'sunny'; }
    @Tool() async *story() { yield 'once'; }
    @Resource('weather://now') now() { return 'now'; }
    @Prompt() packing() { return 'pack'; }
    @Tool() @Prompt() both() { return 'both'; }
    plain() { return 'plain'; }
  }
  class Storm extends Weather {
    forecast() { return 'stormy'; }
    @Tool() thunder() { return 'boom'; }
  }
  class Plain extends Weather {}
  return { Weather, Storm, Plain };
`;

const wrapped = `function make(Tool, Resource, Prompt, Namespace) { ${source} }`;

/** Evaluates classes whose TC39 decorators another compiler than this file's has lowered. */
function evaluate(lowered: string, decorators: Decorators = { Tool, Resource, Prompt }): Classes {
  const make = new Function(`${lowered}; return make;`)() as (...decorators: unknown[]) => Classes;
  return make(decorators.Tool, decorators.Resource, decorators.Prompt, Namespace);
}

interface Decorators {
  readonly Tool: typeof Tool;
  readonly Resource: typeof Resource;
  readonly Prompt: typeof Prompt;
}

/** Classes with the decorators of this workspace's own configuration (`experimentalDecorators`). */
function legacyClasses({ Tool, Resource, Prompt }: Decorators): Classes {
  @Namespace('weather')
  class Weather {
    @Tool({ readOnly: true }) forecast() {
      return 'sunny';
    }
    @Tool() async *story() {
      yield 'once';
    }
    @Resource('weather://now') now() {
      return 'now';
    }
    @Prompt() packing() {
      return 'pack';
    }
    @Tool() @Prompt() both() {
      return 'both';
    }
    plain() {
      return 'plain';
    }
  }
  class Storm extends Weather {
    override forecast() {
      return 'stormy';
    }
    @Tool() thunder() {
      return 'boom';
    }
  }
  class Plain extends Weather {}
  return { Weather, Storm, Plain };
}

const standardTsconfig = { compilerOptions: { experimentalDecorators: false } };
const flavours: [string, (decorators?: Decorators) => Classes][] = [
  ['experimentalDecorators', (decorators = { Tool, Resource, Prompt }) => legacyClasses(decorators)],
  [
    'TC39 decorators lowered by esbuild',
    (decorators) =>
      evaluate(
        transformSync(wrapped, { loader: 'ts', target: 'es2022', tsconfigRaw: standardTsconfig }).code,
        decorators,
      ),
  ],
  [
    'TC39 decorators lowered by TypeScript',
    (decorators) =>
      evaluate(
        ts.transpileModule(wrapped, {
          compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
        }).outputText,
        decorators,
      ),
  ],
];

describe.each(flavours)('%s', (_flavour, classes) => {
  test('each decorated method is recorded with its kinds, and no other', () => {
    const published = publicationsOf(classes().Weather);

    expect(Object.fromEntries([...published].map(([method, kinds]) => [method, [...kinds].sort()]))).toEqual({
      forecast: ['tool'],
      story: ['tool'],
      now: ['resource'],
      packing: ['prompt'],
      both: ['prompt', 'tool'],
    });
  });

  test("a subclass publishes its own methods and its parent's, overridden or not", () => {
    const published = publicationsOf(classes().Storm);

    expect([...published.keys()].sort()).toEqual(['both', 'forecast', 'now', 'packing', 'story', 'thunder']);
  });

  test('a parent does not publish the methods of its subclass', () => {
    expect(publicationsOf(classes().Weather).has('thunder')).toBe(false);
  });

  test('a subclass without decorators inherits all publications', () => {
    const { Weather, Plain } = classes();

    expect([...publicationsOf(Plain).keys()].sort()).toEqual([...publicationsOf(Weather).keys()].sort());
  });

  test('recording decorators record publications by class, and only their own', () => {
    const { decorators, recorded } = makeRecordingDecorators();
    classes();
    classes(makeRecordingDecorators().decorators);

    const found = classes(decorators);
    const ofWeather = recorded.filter(({ holder }) => publicationHoldersOf(found.Weather).has(holder));
    const ofStorm = recorded.filter(({ holder }) => publicationHoldersOf(found.Storm).has(holder));
    const names = (list: typeof recorded): string[] => list.map(({ kind, method }) => `${kind} ${method}`).sort();

    expect(names(ofWeather)).toEqual([
      'prompt both',
      'prompt packing',
      'resource now',
      'tool both',
      'tool forecast',
      'tool story',
    ]);
    expect(names(recorded)).toEqual([...names(ofWeather), 'tool thunder'].sort());
    expect(ofStorm).toEqual(recorded);
  });

  test('decorators do not change how a method behaves', () => {
    const { Storm } = classes();
    const instance = Reflect.construct(Storm, []) as { forecast(): string; both(): string };

    expect([instance.forecast(), instance.both()]).toEqual(['stormy', 'both']);
  });
});

test('a class without decorators publishes nothing', () => {
  class Silent {
    constructor(readonly answer = 42) {}
    toString() {
      return String(this.answer);
    }
  }

  expect(publicationsOf(Silent).size).toBe(0);
});

test('the same decorator applied twice counts once', () => {
  class Twice {
    @Tool() @Tool() again() {
      return 1;
    }
  }

  expect(publicationsOf(Twice).get('again')).toEqual(['tool']);
});

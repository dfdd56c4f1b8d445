import type { Tree } from '@nx/devkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyWorkspace, readText } from '../workspace.test-support.ts';
import { generatePrompt, generateResource, generateTool } from './generate-component.mjs';

const root = 'packages/sky';
const sky = `/**
 * The sky.
 */
import { Tool, type Context } from '@sigil/core';

/** Looks up. */
export class Sky {
  // Kept   as it is.
  private seen = 0;

  /** Look. */
  @Tool()
  look(context: Context): string {
    return context.signal.aborted ? '' : \`\${(this.seen += 1)}\`;
  }
}
`;

let tree: Tree;

beforeEach(() => {
  tree = emptyWorkspace();
  tree.write(`${root}/package.json`, '{ "name": "@acme/sky", "sigil": { "plugin": true } }');
  tree.write(`${root}/src/sky.ts`, sky);
});

/** Expects that the generator rejects with this message, and that it leaves the workspace as it was. */
async function expectRefusal(generate: () => Promise<unknown>, message: string | RegExp): Promise<void> {
  const before = tree.listChanges();
  await expect(generate()).rejects.toThrow(message);
  expect(tree.listChanges()).toEqual(before);
}

function read(file: string): string {
  return readText(tree, `${root}/src/${file}`);
}

test('a tool is added as a documented, typed method after the existing members', async () => {
  await generateTool(tree, {
    name: 'get-forecast',
    plugin: 'sky',
    description: 'Forecast for a city.',
    parameters: `cityName: string, days = 3, units?: 'metric' | 'imperial'`,
  });

  expect(read('sky.ts')).toBe(
    sky.replace(
      /\n\}\n$/,
      `

  /**
   * Forecast for a city.
   *
   * @param cityName The city name
   * @param days The days
   * @param units The units
   */
  @Tool()
  getForecast(cityName: string, days = 3, units?: 'metric' | 'imperial'): string {
    return JSON.stringify({ cityName, days, units });
  }
}
`,
    ),
  );
});

test('a test file is created if there is none', async () => {
  await generateTool(tree, { name: 'forecast', plugin: 'sky', parameters: 'city: string, days = 3' });

  expect(read('sky.test.ts')).toBe(`import { expect, test } from 'vitest';
import { Sky } from './sky.js';

test('the tool "forecast" answers with what it is given', () => {
  expect(new Sky().forecast('city')).toBe('{"city":"city","days":3}');
});
`);
});

test('a test is added to an existing test file', async () => {
  const before = `import { describe, expect, it } from 'vitest';\nimport { Sky } from './sky.ts';\n\ndescribe('sky', () => {\n  it('is up', () => expect(Sky.name).toBe('Sky'));\n});\n`;
  tree.write(`${root}/src/sky.test.ts`, before);

  await generatePrompt(tree, { name: 'ask', plugin: 'sky' });

  const after = read('sky.test.ts');
  expect(after).toContain(
    `import { describe, expect, it, test } from 'vitest';\nimport { Sky } from './sky.ts';\n\ndescribe(`,
  );
  expect(after).toContain(`expect(new Sky().ask('topic')).toBe('Think about this: {"topic":"topic"}');`);
});

test('the parameters of a resource are the variables of its URI', async () => {
  await generateResource(tree, { name: 'reading', plugin: 'sky', uri: 'sky://{station}/{+path}' });

  expect(read('sky.ts')).toContain(`import { Resource, Tool, type Context } from '@sigil/core';`);
  expect(read('sky.ts')).toContain(
    `@Resource('sky://{station}/{+path}')\n  reading(station: string, path: string): string {`,
  );
  expect(read('sky.test.ts')).toContain(
    `new Sky().reading('station', 'path')).toBe('This is reading of station, path.')`,
  );
});

test('a resource without a URI gets one from the names of the plugin and the resource', async () => {
  await generateResource(tree, { name: 'star-map', plugin: '@acme/sky' });

  expect(read('sky.ts')).toContain(`@Resource('sky://star-map')\n  starMap(): string {`);
});

test.each([
  ['is configured', 'constructor(readonly config: { url: string }) {}'],
  [
    'is constructed with more',
    'constructor(readonly config: { url: string }, readonly store: Store, readonly clock?: Clock) {}',
  ],
])('a class that %s is tested without calling its constructor', async (_how, constructor) => {
  tree.write(`${root}/src/sky.ts`, sky.replace('private seen', `${constructor}\n\n  private seen`));

  await generateTool(tree, { name: 'forecast', plugin: root, parameters: '' });

  expect(read('sky.test.ts')).toContain(
    `expect((Object.create(Sky.prototype) as Sky).forecast()).toBe('forecast ran.')`,
  );
});

test.each([
  ['of the plugin whose constructor needs nothing', 'constructor(readonly clock?: Clock) {}', 'new Sky()'],
  ['of the plugin that is configured', 'constructor(readonly config: { url: string }) {}', '(Object.create('],
  ['that is not in the plugin', undefined, '(Object.create('],
])('a test instantiates a class with a base %s as the constructor allows', async (_what, constructor, made) => {
  const base = constructor && `export class Above { ${constructor} }\n`;
  tree.write(`${root}/src/sky.ts`, sky.replace('class Sky', 'class Sky extends Above'));
  tree.write(`${root}/src/above.ts`, base ?? '');

  await generateTool(tree, { name: 'forecast', plugin: root, parameters: '' });

  expect(read('sky.test.ts')).toContain(`expect(${made}`);
});

test('a default-exported class is imported as the default export', async () => {
  tree.write(`${root}/src/sky.ts`, sky.replace('export class', 'export default class'));

  await generateTool(tree, { name: 'forecast', plugin: root });
  await generateTool(tree, { name: 'sunset', plugin: root });

  expect(read('sky.test.ts').match(/import Sky from '.\/sky.js';/g)).toHaveLength(1);
  expect(read('sky.test.ts')).toContain('new Sky().sunset(');
});

test('a file without imports gets an import of the decorator', async () => {
  tree.write(`${root}/src/sky.ts`, '/** The sky. */\n\n/** Looks up. */\nexport class Sky {}\n');

  await generateTool(tree, { name: 'look', plugin: 'sky', description: 'Look.', parameters: '' });

  expect(read('sky.ts')).toBe(`/** The sky. */

import { Tool } from '@sigil/core';
/** Looks up. */
export class Sky {
  /** Look. */
  @Tool()
  look(): string {
    return 'look ran.';
  }
}
`);
});

test('the component is added to the class that the option names', async () => {
  tree.write(`${root}/src/moon.ts`, sky.replace('class Sky', 'class Moon').replace('look(', 'gaze('));

  await generateTool(tree, { name: 'phase', plugin: 'sky', class: 'Moon' });

  expect(read('moon.ts')).toContain('phase(text: string)');
  expect(read('sky.ts')).toBe(sky);
});

describe('a component that cannot be generated', () => {
  test.each([
    [
      { name: 'forecast', plugin: 'moon' },
      /there is no plugin "moon": expected its name.*the workspace has @acme\/sky$/,
    ],
    [{ name: 'Forecast', plugin: 'sky' }, /"Forecast" cannot name a method: expected letters and digits/],
    [{ name: 'constructor', plugin: 'sky' }, /it means something else in a class already/],
    [{ name: 'a'.repeat(65), plugin: 'sky' }, /expected at most 64 characters, got 65/],
    [{ name: 'look', plugin: 'sky' }, /class Sky in ".*sky.ts" has a member "look" already/],
    [{ name: 'seen', plugin: 'sky' }, /has a member "seen" already/],
    [{ name: 'forecast', plugin: 'sky', class: 'Sun' }, /no exported class "Sun"; it has Sky \(/],
    [{ name: 'forecast', plugin: 'sky', description: 'ends */' }, /the description must be one line/],
    [{ name: 'forecast', plugin: 'sky', parameters: 'when: Date' }, /parameter "when": expected a type of/],
  ])('is rejected without changes for %j', async (options, message) => {
    await expectRefusal(() => generateTool(tree, options), message);
  });

  test('is rejected without changes for a URI variable that is a reserved word', async () => {
    const options = { name: 'x', plugin: 'sky', uri: 'sky://{class}' };

    await expectRefusal(() => generateResource(tree, options), /the variable \{class\}.*expected a name/);
  });

  test.each(['sky', 'sky://{a', 'sky://{a}/{a}', 'sky://it is', `sky://it's`])(
    'is rejected without changes for the URI %s',
    async (uri) => {
      await expectRefusal(() => generateResource(tree, { name: 'x', plugin: 'sky', uri }), /expected a URI.*got "sky/);
    },
  );

  test.each([
    ['sky://stars', 'sky://stars'],
    ['sky://{id}/map', 'sky://{star}/map'],
  ])('is rejected without changes if the URI %s is already published, as %s', async (uri, taken) => {
    const published = `@Resource('${taken}')\n  known(star: string): string {\n    return star;\n  }\n`;
    tree.write(`${root}/src/sky.ts`, sky.replace('  /** Look. */', `  ${published}\n  /** Look. */`));

    await expectRefusal(
      () => generateResource(tree, { name: 'x', plugin: 'sky', uri }),
      `class Sky in "${root}/src/sky.ts" publishes "${taken}" already`,
    );
  });

  test('is rejected without changes if a method publishes the same name by a decorator option', async () => {
    tree.write(`${root}/src/sky.ts`, sky.replace('@Tool()', `@Tool({ readOnly: true, name: 'forecast' })`));

    await expectRefusal(
      () => generateTool(tree, { name: 'forecast', plugin: 'sky' }),
      /class Sky in ".*sky.ts" publishes "forecast" already/,
    );
  });

  test.each([
    ['a method of its base', 'load', 'class Sphere { protected load(): void {} }\n'],
    ['a property of its base', 'glow', 'abstract class Sphere { constructor(readonly glow?: string) {} }\n'],
    ['a method of a base of its base', 'load', 'class Sphere<T> extends Round { a?: T }\nclass Round { load() {} }\n'],
  ])('is rejected without changes if its name is that of %s', async (_what, name, bases) => {
    tree.write(`${root}/src/sky.ts`, `${sky.replace('class Sky', 'class Sky extends Sphere')}\n${bases}`);

    await expectRefusal(
      () => generateTool(tree, { name, plugin: 'sky' }),
      new RegExp(`class (Sphere|Round) in ".*sky.ts", from which Sky inherits, has a member "${name}" already`),
    );
  });

  test('is rejected without changes if the class inherits a member of its name through an import alias', async () => {
    const heir = sky
      .replace('class Sky', 'class Sky extends Dome')
      .replace('\n\n/** Looks', `\nimport { Sphere as Dome } from './sphere.js';\n\n/** Looks`);
    tree.write(`${root}/src/sky.ts`, heir);
    tree.write(`${root}/src/sphere.ts`, 'export abstract class Sphere { load(): void {} }\n');

    await expectRefusal(
      () => generateTool(tree, { name: 'load', plugin: 'sky' }),
      /class Sphere in ".*sphere.ts", from which Sky inherits, has a member "load" already/,
    );
  });

  test('is rejected without changes if the class inherits a tool or a resource published under its name or URI', async () => {
    const base = `abstract class Sphere {
  @Tool({ name: 'forecast' }) guess(): string { return ''; }
  @Resource('sky://stars') all(): string { return ''; }
}`;
    tree.write(`${root}/src/sky.ts`, `${sky.replace('class Sky', 'class Sky extends Sphere')}\n${base}\n`);

    await expectRefusal(
      () => generateTool(tree, { name: 'forecast', plugin: 'sky' }),
      /class Sphere in ".*sky.ts" publishes "forecast" already/,
    );
    await expectRefusal(
      () => generateResource(tree, { name: 'x', plugin: 'sky', uri: 'sky://stars' }),
      /class Sphere in ".*sky.ts" publishes "sky:\/\/stars" already/,
    );
  });

  test('is rejected without changes if another class publishes its name, or if several classes are possible', async () => {
    tree.write(`${root}/src/moon.ts`, sky.replace('class Sky', 'class Moon').replace('look(', 'gaze('));

    await expectRefusal(
      () => generateTool(tree, { name: 'gaze', plugin: 'sky', class: 'Sky' }),
      /class Moon in ".*moon.ts" publishes "gaze" already/,
    );
    await expectRefusal(
      () => generateTool(tree, { name: 'forecast', plugin: 'sky' }),
      /say with --class which class is meant; .* has Moon \(.*moon.ts\), Sky \(/,
    );
  });

  test('is rejected without changes if there is no exported class', async () => {
    tree.write(`${root}/src/sky.ts`, 'export const sky = 1;\n');

    await expectRefusal(() => generateTool(tree, { name: 'forecast', plugin: 'sky' }), /has no exported class in src/);
  });
});

/**
 * The first mistakes of an application, each refused at its start with a message that says what to do.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Controller,
  Injectable,
  Module,
  ParseIntPipe,
  UsePipes,
  type DynamicModule,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool } from '@sigil/core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cafe } from '../test/build-cafe.ts';
import { CafeModule } from '../test/cafe/src/cafe.module.ts';
import { Counter } from '../test/cafe/src/counter.ts';
import { Events } from '../test/cafe/src/events.ts';
import { Prices, readPrices } from '../test/cafe/src/prices.ts';
import { Visit } from '../test/cafe/src/visit.ts';
import { SigilModule, SigilModuleError, type SigilModuleOptions, type SigilRouteOptions } from './index.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(cafe, '..', '.tmp-'));
  cpSync(cafe, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

@Module({})
class AppModule {}

interface Started {
  readonly warnings: readonly string[];
}

/** Starts an application without listening. */
async function start(
  options: SigilModuleOptions & SigilRouteOptions = {},
  module: Omit<DynamicModule, 'module'> = { imports: [CafeModule] },
): Promise<Started> {
  const warnings: string[] = [];
  const logger = {
    log: () => undefined,
    error: () => undefined,
    warn: (message: string) => void warnings.push(message),
  };
  const imports = [SigilModule.forRoot({ folder, ...options }), ...(module.imports ?? [])];
  const root: DynamicModule = { ...module, module: AppModule, imports };
  const app = await NestFactory.create(root, { logger, abortOnError: false });
  onTestFinished(() => app.close());
  await app.init();
  return { warnings };
}

async function problemOf(starting: Promise<Started>): Promise<string> {
  const error: unknown = await starting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SigilModuleError);
  return (error as SigilModuleError).message;
}

const helpers = [Events, { provide: Prices, useFactory: readPrices }];

describe('a build', () => {
  test('that is missing is refused with the command that makes it', async () => {
    rmSync(join(folder, 'dist'), { recursive: true });

    const problem = await problemOf(start());

    expect(problem).toContain(`there is no ${join(folder, 'dist', 'manifest.json')}`);
    expect(problem).toContain('Run `npx sigil build`');
  });

  test('that is older than a source is refused with the name of that source', async () => {
    const source = join(folder, 'src/counter.ts');
    writeFileSync(source, `${readFileSync(source, 'utf8')}\n// later\n`);

    expect(await problemOf(start())).toContain('src/counter.ts has changed since. Run `npx sigil build`');
  });

  test('is trusted where there are no sources, as in an image', async () => {
    rmSync(join(folder, 'src'), { recursive: true });

    expect(await start()).toEqual({ warnings: [] });
  });

  test('of a plugin is refused', async () => {
    const path = join(folder, 'dist', 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"framework":"nestjs",', ''));

    expect(await problemOf(start())).toContain('Add "@sigil/nestjs" to the dependencies');
  });
});

describe('a class', () => {
  test('that no module lists as a provider is refused, and every such class is named', async () => {
    const problem = await problemOf(start({}, {}));

    expect(problem).toContain('Counter (src/counter.ts) publishes methods and is no provider of any module.');
    expect(problem).toContain('Visit (src/visit.ts)');
    expect(problem).toContain('Add Counter to the "providers" of a module');
  });

  test('that is a controller is refused', async () => {
    Controller()(Counter);

    const problem = await problemOf(start({}, { controllers: [Counter], providers: [Visit, ...helpers] }));

    expect(problem).toContain('Counter (src/counter.ts) publishes methods and is a controller');
  });

  test('that the build does not have is refused', async () => {
    @Injectable()
    class Kitchen {
      @Tool()
      cook(): string {
        return 'done';
      }
    }

    const problem = await problemOf(start({}, { imports: [CafeModule], providers: [Kitchen] }));

    expect(problem).toContain('The provider Kitchen publishes methods that the build does not have. Export it');
    expect(problem).toContain('run `npx sigil build`');
  });

  test('that a bundler has renamed is refused with its name, and the setting that keeps it', async () => {
    const { name } = Visit;
    Object.defineProperty(Visit, 'name', { value: 'c', configurable: true });
    onTestFinished(() => void Object.defineProperty(Visit, 'name', { value: name, configurable: true }));

    const problem = await problemOf(start());

    expect(problem).toMatch(
      /^The provider c is the class Visit, which a bundler has renamed: .*"keepNames" of esbuild/,
    );
    expect(problem).not.toContain('is no provider');
  });

  test('whose guard Nest would leave out is refused, since everyone would get in', async () => {
    const made = {
      provide: Counter,
      useFactory: (events: Events) => new Counter(new Prices(new Map()), events),
      inject: [Events],
    };

    const problem = await problemOf(start({}, { providers: [made, Visit, ...helpers] }));

    expect(problem).toContain('Nest registers RoleGuard only for a provider that is listed by its class');
  });

  test('of a factory is served if it has no guards to leave out', async () => {
    const visit = { provide: Visit, useFactory: () => new Visit({ headers: {} }, new Events()) };

    expect(await start({}, { providers: [Counter, visit, ...helpers] })).toEqual({ warnings: [] });
  });

  test('with a pipe is served, and the log says that the pipe does not run', async () => {
    class Trim implements PipeTransform {
      transform(value: unknown): unknown {
        return value;
      }
    }
    UsePipes(ParseIntPipe, new Trim())(Visit);
    onTestFinished(() => void Reflect.deleteMetadata('__pipes__', Visit));

    const { warnings } = await start();

    expect(warnings).toEqual([
      expect.stringContaining('Visit is used with ParseIntPipe, which runs in no call'),
      expect.stringContaining('Visit is used with Trim'),
    ]);
  });

  test('that two modules provide is reported with both of them', async () => {
    @Module({ providers: [Visit, Events] })
    class Second {}

    const { warnings } = await start({}, { imports: [CafeModule, Second as Type] });

    expect(warnings).toEqual([expect.stringMatching(/Visit is a provider of CafeModule and of Second: .*export it/)]);
  });
});

test('a limit that does not exist is refused, with the one that is meant', async () => {
  const limits = { maxBodyByte: 5 } as unknown as NonNullable<SigilModuleOptions['limits']>;

  expect(await problemOf(start({ limits }))).toContain('no limit "maxBodyByte"; did you mean "maxBodyBytes"?');
});

test('a path that cannot be recognised is refused where it is written', () => {
  expect(() => SigilModule.forRoot({ path: 'mcp/*rest' })).toThrow('the path "mcp/*rest" must consist of');
});

import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const moduleOf = (more: string, imports = ''): string => `import { Module } from '@nestjs/common';
import { McpModule } from '@rekog/mcp-nest';
import { Tools } from './tools';
${imports}
@Module({
  imports: [McpModule.forRoot({ name: 'shop', version: '1.2.0', instructions: 'Be kind.' })],
  providers: [Tools${more}],
})
export class AppModule {}
`;

const toolsOf = (body: string, imports = ''): string => `import { Inject, Injectable } from '@nestjs/common';
import { Tool, type Context } from '@rekog/mcp-nest';
import { z } from 'zod';
${imports}
@Injectable()
export class Tools {
${body}
}
`;

test('a class of MCP-Nest becomes a class of the plugin, with the service that it needs', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(', Greetings', `import { Greetings } from './greetings';`),
    'src/greetings.ts': `import { Injectable } from '@nestjs/common';
@Injectable()
export class Greetings {
  greet(name: string) { return 'Hello ' + name; }
}
`,
    'src/tools.ts': toolsOf(
      `  constructor(private readonly greetings: Greetings) {}

  @Tool({ name: 'say-hello', description: 'Greets', parameters: z.object({ name: z.string().default('World') }) })
  async sayHello({ name }, context: Context) {
    await context.reportProgress({ progress: 1, total: 2 });
    return this.greetings.greet(name);
  }`,
      `import { Greetings } from './greetings';`,
    ),
  });

  const report = await folder.migrate();

  expect(report.published).toEqual({ tools: 1, resources: 0, prompts: 0 });
  expect(folder.read('src/greetings.ts')).toContain('export class Greetings');
  expect(folder.read('src/tools.ts')).toContain(`export class Tools {
  constructor(private readonly greetings: Greetings) { }

  /** Greets */
  @Tool({ name: 'say-hello', coerce: false })
  async sayHello({ name = 'World' }: SayHelloArguments, context: Context): Promise<ContentBlock[]> {
    await context.reportProgress(1, 2);
    return nestContentOf(await this.greetings.greet(name));
  }
`);
  expect(JSON.parse(folder.read('package.json'))).toMatchObject({
    name: 'shop',
    version: '1.2.0',
    sigil: { instructions: 'Be kind.' },
  });
});

test('a value that a module provides is a constant, and the constructor no longer takes it', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(
      `, { provide: 'API_KEY', useValue: process.env.KEY ?? keys[0] }`,
      `const keys = ['k'];`,
    ),
    'src/tools.ts': toolsOf(`  constructor(@Inject('API_KEY') private readonly key: string) {}

  @Tool({ name: 'key', description: 'The key' })
  show() { return this.key; }`),
  });

  await folder.migrate();

  expect(folder.read('src/old-providers/values.ts')).toContain(
    "const keys = ['k'];\n\nexport const apiKey = process.env.KEY ?? keys[0];",
  );
  expect(folder.read('src/tools.ts')).toContain('private readonly key: string = apiKey;');
  expect(folder.read('src/tools.ts')).not.toContain('constructor');
});

test('a factory with services becomes a provider of the build', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(
      `, Settings, { provide: 'RATES', useFactory: (settings: Settings) => new Rates(settings.url), inject: [Settings] }`,
      `import { Rates } from './rates';\nimport { Settings } from './settings';`,
    ),
    'src/settings.ts': 'export class Settings { private own = 1; url = String(this.own); }\n',
    'src/rates.ts': 'export class Rates { constructor(private readonly url: string) {} rate() { return this.url; } }\n',
    'src/tools.ts': toolsOf(
      `  constructor(@Inject('RATES') private readonly rates: Rates) {}

  @Tool({ name: 'rate', description: 'A rate' })
  rate() { return { content: [{ type: 'text', text: this.rates.rate() }] }; }`,
      `import type { Rates } from './rates';`,
    ),
  });

  await folder.migrate();

  expect(folder.read('src/old-providers/provide.ts')).toContain('export function rates(settings: Settings): Rates {');
  expect(folder.read('src/tools.ts')).toContain('constructor(private readonly rates: Rates) { }');
});

test('a service of a package that nothing constructs is an error, and a stand-in', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(''),
    'src/tools.ts': toolsOf(
      `  constructor(private readonly jwt: JwtService) {}

  @Tool({ name: 'sign', description: 'Signs' })
  sign() { return this.jwt.sign({}); }`,
      `import { JwtService } from '@nestjs/jwt';`,
    ),
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(expect.objectContaining({ construct: 'Inject', severity: 'error', line: 7 }));
  expect(folder.read('src/old-providers/values.ts')).toContain("jwtService = unprovided<any>('JwtService')");
});

test.each([
  ['@UseInterceptors(Timer)', 'UseInterceptors'],
  ['@Cached()', 'Cached'],
])('%s is a finding of its tool', async (decorator, construct) => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(''),
    'src/tools.ts': toolsOf(
      `  @Tool({ name: 'one', description: 'One' })
  ${decorator}
  one() { return 1; }`,
      `import { UseGuards, UseInterceptors } from '@nestjs/common';
import { ToolGuards, ToolRoles } from '@rekog/mcp-nest';
const Cached = () => () => {};`,
    ),
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(expect.objectContaining({ name: 'one', construct, severity: 'warning' }));
  expect(folder.read('src/tools.ts')).not.toContain(`${decorator}\n`);
});

test.each([
  ['@UseGuards(Guard)', 'UseGuards'],
  ['@ToolGuards([Guard])', 'ToolGuards'],
  ["@ToolRoles(['admin'])", 'ToolRoles'],
  ["@ToolScopes(['a', 'b'], { match: 'any' })", 'ToolScopes'],
  ["@Auth('admin')", 'Auth'],
])('a tool with %s is not published, since everybody could call it', async (decorator, construct) => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(''),
    'src/tools.ts': toolsOf(
      `  @Tool({ name: 'one', description: 'One' })
  ${decorator}
  one() { return 1; }

  @Tool({ name: 'two', description: 'Two' })
  two() { return 2; }`,
      `import { applyDecorators, UseGuards } from '@nestjs/common';
import { ToolGuards, ToolRoles, ToolScopes } from '@rekog/mcp-nest';
const Auth = (role: string) => applyDecorators(UseGuards(Guard));`,
    ),
  });

  const report = await folder.migrate();

  expect(report.published.tools).toBe(1);
  expect(report.findings).toContainEqual(expect.objectContaining({ name: 'one', construct, severity: 'error' }));
  expect(folder.read('src/tools.ts')).toContain('// sigil-migrate: ');
});

test('the scopes of a tool become its scopes', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(''),
    'src/tools.ts': toolsOf(
      `  @Tool({ name: 'one', description: 'One' })
  @ToolScopes(['orders:write'])
  one() { return 1; }`,
      `import { ToolScopes } from '@rekog/mcp-nest';`,
    ),
  });

  await folder.migrate();

  expect(folder.read('src/tools.ts')).toContain('scopes: ["orders:write"]');
});

test('a method that other code calls stays, and a new method publishes it', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(''),
    'src/tools.ts': toolsOf(`  @Tool({ name: 'one', description: 'One' })
  one(_args: object, context: Context) { return context ? 1 : 0; }

  @Tool({ name: 'two', description: 'Two' })
  two(_args: object, context: Context) { return this.one({}, context); }`),
  });

  await folder.migrate();

  const written = folder.read('src/tools.ts');
  expect(written).toContain('one(_args: object, context: NestContext) { return context ? 1 : 0; }');
  expect(written).toContain('return nestContentOf(await this.one({}, nestContextOf(context)));');
});

test('a class that no module of the server has is not published', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(''),
    'src/tools.ts': toolsOf(`  @Tool({ name: 'one', description: 'One' })
  one() { return 1; }`),
    'src/hidden.ts': toolsOf(`  @Tool({ name: 'hidden', description: 'Hidden' })
  hidden() { return 1; }`),
  });

  const report = await folder.migrate();

  expect(report.published.tools).toBe(1);
  expect(report.findings).toContainEqual(expect.objectContaining({ file: 'src/hidden.ts', construct: 'Module' }));
});

test('a service keeps its hooks, and its own method with the name of one gets another name', async () => {
  const folder = openFolder({
    'src/app.module.ts': moduleOf(', Jobs', `import { Jobs } from './jobs';`),
    'src/jobs.ts': `import { Injectable, type OnModuleInit } from '@nestjs/common';
@Injectable()
export class Jobs implements OnModuleInit {
  async onModuleInit() { await this.start('first'); }
  async start(name: string) { return name; }
}
`,
    'src/tools.ts': toolsOf(
      `  constructor(private readonly jobs: Jobs) {}

  @Tool({ name: 'one', description: 'One' })
  one() { return this.jobs.start('x'); }`,
      `import { Jobs } from './jobs';`,
    ),
  });

  await folder.migrate();

  const jobs = folder.read('src/jobs.ts');
  expect(jobs).toContain("async onModuleInit() { await this.startNow('first'); }");
  expect(jobs).toContain('async start(): Promise<void> {\n    await this.onModuleInit();\n  }');
  expect(folder.read('src/tools.ts')).toContain("this.jobs.startNow('x')");
});

test('a controller of version 2 is published by its strategy, and its errors stay hidden', async () => {
  const folder = openFolder({
    'src/app.module.ts': `import { Module } from '@nestjs/common';
import { McpStrategy, StdioTransport } from '@rekog/mcp-nest';
import { Orders } from './orders';
export const mcp = new McpStrategy({ name: 'orders', version: '2.0.0', transports: [new StdioTransport()] });
@Module({ controllers: [Orders] })
export class AppModule {}
`,
    'src/orders.ts': `import { Ctx, Payload } from '@nestjs/microservices';
import { McpController, ResourceTemplate, Tool, type McpContext } from '@rekog/mcp-nest';
import { z } from 'zod';
@McpController()
export class Orders {
  @Tool({ name: 'one', description: 'One', parameters: z.object({ id: z.number() }) })
  one(@Ctx() ctx: McpContext, @Payload() { id }: { id: number }) {
    ctx.log.info('one');
    return { content: [{ type: 'text', text: String(id) }] };
  }
  @ResourceTemplate({ uriTemplate: 'orders://{id}{?full}', name: 'order', mimeType: 'text/plain' })
  order(@Payload() { uri, id, full }: { uri: string; id: string; full?: string }) {
    return { contents: [{ uri, text: id + full }] };
  }
}
`,
  });

  await folder.migrate();

  const written = folder.read('src/orders.ts');
  expect(written).toContain('one({ id }: OneArguments, ctx: Context): string {');
  expect(written).toContain("void ctx.log('info', { message: 'one' });");
  expect(written).toContain('order(id: string, full?: string): ResourceContents[] {');
  expect(written).toContain('const uri = withQuery(`orders://${encodeURIComponent(id)}`, { full });');
  expect(written).toContain('throw describeNestError(error, kind);');
});

test('the old package of NestJS that npm does not have is refused by its name', async () => {
  const folder = openFolder({ 'src/main.ts': `import { McpModule } from '@nestjs/mcp';\nvoid McpModule;\n` });

  await expect(folder.migrate()).rejects.toThrow('@nestjs/mcp');
});

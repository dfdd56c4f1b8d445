import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

const config = `import type { XmcpConfig } from 'xmcp';
const config: XmcpConfig = { stdio: true, template: { name: 'Greetings', instructions: 'Be kind.' } };
export default config;
`;

test('a tool of xmcp becomes a class with one method', async () => {
  const folder = openFolder({
    'xmcp.config.ts': config,
    'src/tools/greet.ts': `import { z } from 'zod';
import { type InferSchema, type ToolMetadata } from 'xmcp';

export const schema = { name: z.string().describe('The name of the user') };
export const metadata: ToolMetadata = {
  name: 'greet',
  description: 'Greet the user',
  annotations: { title: 'Greet', readOnlyHint: true },
};

export default async function greet({ name }: InferSchema<typeof schema>) {
  return \`Hello, \${name}!\`;
}
`,
  });

  const report = await folder.migrate();

  expect(report.findings).toEqual([]);
  expect(folder.read('src/tools/greet.ts')).toMatchInlineSnapshot(`
    "import { Tool } from '@sigil/core';
    import { describeError } from '../old-results.js';

    interface GreetArguments {
      /** The name of the user */
      name: string;
    }

    export class GreetTool {
      /** Greet the user */
      @Tool({ title: 'Greet', readOnly: true, coerce: false })
      async greet({ name }: GreetArguments): Promise<string> {
        return \`Hello, \${name}!\`;
      }

      /** Callers read the message of every error, as before. Without this method they read an incident id beside it. */
      async onCall({ kind }: { kind: string }, next: () => Promise<unknown>): Promise<unknown> {
        try {
          return await next();
        } catch (error) {
          throw describeError(error, kind);
        }
      }
    }
    "
  `);
  expect(JSON.parse(folder.read('package.json'))).toMatchObject({
    name: 'greetings',
    sigil: { instructions: 'Be kind.' },
  });
});

test('a path is the URI of a resource, and its folder in brackets a variable', async () => {
  const folder = openFolder({
    'src/resources/(users)/[userId]/profile.ts': `import { z } from 'zod';
import { type ResourceMetadata } from 'xmcp';
export const schema = { userId: z.string() };
export const metadata: ResourceMetadata = { name: 'profile', title: 'Profile', description: 'A user', mimeType: 'text/plain' };
export default function handler({ userId }) { return \`Profile of \${userId}\`; }
`,
  });

  await folder.migrate();

  const written = folder.read('src/resources/(users)/[userId]/profile.ts');
  expect(written).toContain("@Resource('users://{userId}/profile', { title: 'Profile', mimeType: 'text/plain' })");
  expect(written).toContain('return [{ uri, text: `Profile of ${userId}` }];');
});

test('a prompt has one message with the role of its metadata, and its completions', async () => {
  const folder = openFolder({
    'src/prompts/review.ts': `import { z } from 'zod';
import { completable, type PromptMetadata } from 'xmcp';
export const schema = { team: completable(z.string(), (value) => ['a', 'b'].filter((one) => one.startsWith(value))) };
export const metadata: PromptMetadata = { name: 'review', title: 'Review', description: 'Reviews', role: 'user' };
export default ({ team }) => 'Review of ' + team;
`,
  });

  await folder.migrate();

  const written = folder.read('src/prompts/review.ts');
  expect(written).toContain("return [{ role: 'user', content: { type: 'text', text: 'Review of ' + team } }];");
  expect(written).toContain("@Complete('review', 'team')");
});

test.each([
  [
    'headers of the request',
    'secret.ts',
    "import { headers } from 'xmcp/headers';\nexport default () => headers()['x-secret'];\n",
    'headers',
  ],
  ['a widget', 'chart.tsx', "import { z } from 'zod';\nimport 'xmcp';\nexport default () => null;\n", 'tsx'],
  [
    'a question to the model',
    'ask.ts',
    "import type { ToolExtraArguments } from 'xmcp';\nexport default async (_args: object, extra: ToolExtraArguments) => JSON.stringify(await extra.sample({ messages: [], maxTokens: 1 }));\n",
    'sample',
  ],
])('a tool with %s stays in a comment', async (_what, name, text, construct) => {
  const folder = openFolder({
    [`src/tools/${name}`]: text,
    'src/tools/other.ts': "export default () => 'other';\n",
    'xmcp.config.ts': config,
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(
    expect.objectContaining({ file: `src/tools/${name}`, construct, severity: 'error' }),
  );
  expect(report.published.tools).toBe(1);
});

test('middleware is a finding, and a handler that another file imports stays', async () => {
  const folder = openFolder({
    'xmcp.config.ts': config,
    'src/middleware.ts': "import type { Middleware } from 'xmcp';\nexport default [] as unknown as Middleware;\n",
    'src/tools/shared.ts': 'export default async function shared() { return { content: [] }; }\n',
    'src/tools/uses.ts': "import shared from './shared';\nexport default async () => JSON.stringify(await shared());\n",
  });

  const report = await folder.migrate();

  expect(report.findings).toContainEqual(
    expect.objectContaining({ file: 'src/middleware.ts', construct: 'middleware', severity: 'warning' }),
  );
  expect(folder.read('src/tools/shared.ts')).toContain('export default async function shared()');
  expect(folder.read('src/tools/shared.ts')).toContain('return xmcpContentOf(await shared({}));');
});

test('a folder that the configuration turns off is not published', async () => {
  const folder = openFolder({
    'xmcp.config.ts': `export default { stdio: true, paths: { tools: './src/mcp', prompts: false } };\n`,
    'src/mcp/one.ts': "export default () => 'one';\n",
    'src/prompts/two.ts': "export default () => 'two';\n",
  });

  const report = await folder.migrate();

  expect(report.published).toEqual({ tools: 1, resources: 0, prompts: 0 });
});

/**
 * Serves with xmcp: one file for each tool, compiled by its own build into a folder that is not under version control.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { readSubjectOptions } from '../../serving/subject-options.mjs';

const folder = fileURLToPath(new URL('../../.scratch/xmcp', import.meta.url));
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const work = fileURLToPath(new URL('../../serving/served-tools/tools.mjs', import.meta.url));

const files = {
  'package.json': '{ "name": "bench-xmcp", "private": true }\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      allowJs: true,
      skipLibCheck: true,
    },
    include: ['src/**/*.ts'],
  }),
  'xmcp.config.ts': `export default { http: { port: 3000, host: '127.0.0.1', endpoint: '/mcp' }, paths: { tools: './src/tools', prompts: false, resources: false }, typescript: { skipTypeCheck: true } };\n`,
  'src/tools/echo.ts': `import { z } from 'zod';
export const schema = { message: z.string() };
export const metadata = { name: 'echo', description: 'Says it again.' };
export default ({ message }: { message: string }) => message;
`,
  'src/tools/add.ts': `import { z } from 'zod';
export const schema = { a: z.number(), b: z.number() };
export const outputSchema = { sum: z.number() };
export const metadata = { name: 'add', description: 'Adds two numbers.' };
export default ({ a, b }: { a: number; b: number }) => result({ sum: a + b });
const result = (value: any) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }], structuredContent: value });
`,
  'src/tools/search.ts': `import { z } from 'zod';
// @ts-ignore
import { runTool } from ${JSON.stringify(work)};
const filters = z.object({ tags: z.array(z.string()).optional(), minScore: z.number().optional() });
export const schema = { query: z.string(), limit: z.number().int().default(10).describe('How many'), filters: filters.optional() };
export const outputSchema = { items: z.array(z.object({ id: z.string(), title: z.string(), score: z.number(), tags: z.array(z.string()) })) };
export const metadata = { name: 'search', description: 'Searches the documents.' };
export default (given: any) => {
  const value = runTool('search', given);
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }], structuredContent: value };
};
`,
};

const options = readSubjectOptions();
if (options) {
  if (!existsSync(join(folder, 'dist/http.js'))) build();
  process.env.PORT = String(await freePort());
  // It prints its address itself.
  require(join(folder, 'dist/http.js'));
}

function build() {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  const command = [join(here, 'node_modules/xmcp/dist/cli.js'), 'build'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`xmcp could not be built:\n${stdout}${stderr}`);
}

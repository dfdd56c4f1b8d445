import { expect, test } from 'vitest';
import { openFolder } from '../old-folder.test-support.js';

test('sources that move into src still import the package.json of the plugin', async () => {
  const folder = openFolder({
    'package.json': '{ "name": "shop", "version": "1.2.3" }',
    'index.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import pkg from './package.json' with { type: 'json' };
import { version } from './lib/version.js';
const server = new McpServer({ name: pkg.name, version });
server.tool('version', async () => ({ content: [{ type: 'text', text: pkg.version + version }] }));
`,
    'lib/version.ts': `import pkg from '../package.json' with { type: 'json' };\nexport const { version } = pkg;\n`,
  });

  await folder.migrate();

  expect(folder.read('src/index.ts')).toContain("import pkg from '../package.json';");
  expect(folder.read('src/lib/version.ts')).toContain("import pkg from '../../package.json' with { type: 'json' };");
});

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mountComponents, servePages, tool } from '../../test/pages/paged-server.test-support.js';
import { writeProgramSnippets } from './program-snippets.js';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

// Without curl, nobody could paste the snippet either.
test.skipIf(!hasCurl)('the curl snippet lists the tools of the server', async () => {
  const server = await servePages([mountComponents('lab', { tools: [tool({ name: 'echo' }, () => '')] })]);
  const [curl] = writeProgramSnippets(`${server.url}/mcp/lab`);

  const { stdout } = await promisify(execFile)('sh', ['-c', curl!.code]);
  await server.close();

  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { tools: [{ name: 'echo' }] } });
});

test.each(['Inspector', 'Python'])('the snippet for %s names the address', (client) => {
  const snippet = writeProgramSnippets('http://localhost:3000/mcp/lab').find((it) => it.client === client);

  expect(snippet?.code).toContain('http://localhost:3000/mcp/lab');
});

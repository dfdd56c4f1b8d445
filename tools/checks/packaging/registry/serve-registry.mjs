/**
 * Serves a registry on a free port of loopback, sends its address to the parent process, and ends with that process.
 *
 * It has only our scope and that of a team in tests: all other packages come from their usual source.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { runServer } from 'verdaccio';

const [storage] = process.argv.slice(2);
// npm may answer from its cache what it once fetched from an address, so each registry has its own.
const prefix = `/${randomUUID()}/`;
const anyone = ['$all'];
const registry = await runServer({
  storage,
  url_prefix: prefix,
  self_path: storage,
  uplinks: {},
  packages: { '@{sigil,acme}/*': { access: anyone, publish: anyone } },
  auth: { htpasswd: { file: `${storage}/htpasswd` } },
  max_body_size: '50mb',
  log: { type: 'stdout', format: 'pretty', level: 'error' },
  web: { enable: false },
});
const server = createServer((request, response) => {
  request.url = request.url?.replace(prefix, '/');
  registry.emit('request', request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${prefix}`);
});
process.on('disconnect', () => process.exit());

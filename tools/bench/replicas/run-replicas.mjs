/**
 * Serves one built plugin with several replicas behind nginx until a signal stops it; the official suite judges it too.
 *
 * Takes the options of `run-server.mjs`, and the number of replicas.
 */
import { fileURLToPath } from 'node:url';
import { openReplicas } from './open-replicas.mjs';

const at = process.argv.indexOf('--replicas');
const count = at < 0 ? 3 : Number(process.argv[at + 1]);
const passed = process.argv.slice(2).filter((_, index) => at < 0 || (index !== at - 2 && index !== at - 1));
const program = fileURLToPath(new URL('../serving/run-server.mjs', import.meta.url));

const replicas = await openReplicas({
  count,
  argsOf: (port) => [program, ...passed, '--port', String(port), '--store'],
  onLine: (line) => console.error(line),
});
console.log(`Serves on ${replicas.url}/mcp`);
await new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
});
await replicas.close();
process.exit(0);

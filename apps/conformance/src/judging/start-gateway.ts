/**
 * Starts our server as a gateway in front of the fixture: one remote server for each way that the fixture is reached on.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewayCells, type GatewayCell } from './gateway-cells.js';
import { fixtureCommand } from './start-fixture.js';
import { startServer, type RunningServer } from './start-server.js';

// Both the sources and the build are four folders below the workspace's root.
const server = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

/** @param fixtureUrl the endpoint of the fixture over HTTP; over stdio the gateway starts its own @throws Error when it does not start */
export async function startGateway(fixtureUrl: string): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-gateway-'));
  const pluginsFolder = join(folder, 'plugins');
  const mcps = join(folder, 'mcps.source.json');
  const file = join(folder, 'sigil.config.json');
  await mkdir(pluginsFolder);
  const servers = gatewayCells.map((cell) => [cell.name, { remote: remoteOf(cell, fixtureUrl) }] as const);
  await writeFile(mcps, JSON.stringify(Object.fromEntries(servers)));
  await writeFile(file, JSON.stringify({ pluginsFolder, stateFolder: join(folder, 'state'), mcps }));
  const running = await startServer([server, '--port', '0', '--config', file], () => undefined);
  return {
    ...running,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function remoteOf({ era, transport }: GatewayCell, url: string): object {
  // The fixture speaks both eras, so that an older conversation has to be asked for.
  const chosen = era === 'legacy' ? { required: true, protocol: era } : { required: true };
  // Of a pipe that calls share, nobody can tell which of those that wait for an answer asks.
  const common = era === 'legacy' && transport !== 'HTTP' ? { ...chosen, sessions: 'perClient' } : chosen;
  if (transport === 'HTTP') return { ...common, url };
  if (transport === 'SSE pair') return { ...common, url: `${url}/fixture/sse`, transport: 'sse' };
  return { ...common, command: process.execPath, args: [...fixtureCommand, '--stdio'] };
}

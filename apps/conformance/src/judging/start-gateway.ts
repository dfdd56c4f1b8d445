/**
 * Starts our server as a gateway in front of the fixture: one remote server for each route to the fixture.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewayCells, isPipeOfOld, serverFor, type GatewayCell } from './gateway-cells.js';
import { fixtureCommand } from './start-fixture.js';
import { startServer, type RunningServer } from './start-server.js';

// Both the sources and the build are four folders below the workspace's root.
const server = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

/**
 * @param fixtureUrl the fixture's endpoint over HTTP; over stdio the gateway starts its own fixture
 * @throws Error when it does not start
 */
export async function startGateway(fixtureUrl: string): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-gateway-'));
  const pluginsFolder = join(folder, 'plugins');
  const mcps = join(folder, 'mcps.source.json');
  const file = join(folder, 'sigil.config.json');
  await mkdir(pluginsFolder);
  const servers = gatewayCells.flatMap((cell) => serversOf(cell, fixtureUrl));
  await writeFile(mcps, JSON.stringify(Object.fromEntries(servers)));
  await writeFile(
    file,
    JSON.stringify({ pluginsFolder, stateFolder: join(folder, 'state'), mcps, skillsInSessions: true }),
  );
  const running = await startServer([server, '--port', '0', '--config', file], () => undefined);
  return {
    ...running,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function serversOf(cell: GatewayCell, url: string): (readonly [string, object])[] {
  const remote = remoteOf(cell, url);
  const shared = [cell.name, { remote }] as const;
  if (!isPipeOfOld(cell)) return [shared];
  return [shared, [serverFor(cell, 'modern'), { remote: { ...remote, sessions: 'perClient' } }]];
}

/**
 * The fixture speaks both eras over HTTP and stdio, so the legacy era must be requested. The suite expects each notice of a changed list,
 * although the fixture's lists stay the same.
 */
function remoteOf({ era, transport }: GatewayCell, url: string): object {
  const all = { required: true, listNotices: 'all' };
  if (transport === 'SSE pair') return { ...all, url: `${url}/fixture/sse`, transport: 'sse' };
  const common = era === 'legacy' ? { ...all, protocol: era } : all;
  if (transport === 'HTTP') return { ...common, url };
  return { ...common, command: process.execPath, args: [...fixtureCommand, '--stdio'] };
}

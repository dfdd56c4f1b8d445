/**
 * The program inside a bundle: serves the plugin beside it over standard input and output, configured by the user's answers.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@sigil/core';
import { describeThrown } from '@sigil/core/building';
import { hostPlugin } from '@sigil/plugin-host';
import { containPlugins } from '@sigil/plugin-host/program';
import { openPluginServer, type ServingLog } from '@sigil/server/plugin-server';
import { guardStdout } from '@sigil/transport-stdio/guard-stdout';
import { readAnswers, type SettingSource } from './user-settings.js';

interface Settings {
  readonly given: JsonObject;
  readonly asked: readonly SettingSource[];
}

const { log, exit } = containPlugins();
const { output } = guardStdout();
const servingLog: ServingLog = {
  faultsOf: () => (fault) => log.write(`fault in ${fault.during}: ${describeThrown(fault.error)}\n`),
  failure: (subject, error) => log.write(`error: ${subject} failed: ${describeThrown(error)}\n`),
};
const folder = fileURLToPath(new URL('./plugin/', import.meta.url));
// Sound: the command that created the bundle wrote the file.
const { given, asked } = JSON.parse(readFileSync(`${folder}settings.json`, 'utf8')) as Settings;
const configuration = { ...given, ...readAnswers(asked, process.env, process.argv.slice(2)) };

const isConfigured = Object.keys(configuration).length > 0;
const hosted = await hostPlugin(folder, isConfigured ? { configuration } : {});
const { status } = hosted;
if (status.state === 'failed') {
  log.write(`error: ${status.error.message}\n`, () => exit(1));
} else {
  const { name, version, description } = status.manifest.plugin;
  const offered = { name, version, description, source: hosted, plugin: hosted };
  const server = await openPluginServer(offered, { stdio: 'mcp' }, { log: servingLog, streams: { output } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  await server.ended;
  await server.close();
  await hosted.close();
  exit(0);
}

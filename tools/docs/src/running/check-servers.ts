/**
 * Builds the server configuration of a page, with the bundled plugins and their configurations around it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runConfig } from '@sigil/server/config-command';
import type { Fence } from '../fences/mark.ts';
import type { PageWorkspace } from './page-workspace.ts';

/** The plugin that pages configure as `weather`. */
const weather = {
  'package.json': '{ "name": "weather", "version": "1.0.0", "type": "module", "sigil": { "plugin": true } }',
  'tsconfig.json': '{ "extends": "../../../../tsconfig.base.json", "include": ["src"] }',
  'src/weather.ts': `import { Tool } from '@sigil/core';
export class Weather {
  @Tool({ readOnly: true }) forecast(city: string): string { return city; }
  @Tool() report(): string { return ''; }
}`,
};

/** Checks a configuration. `json servers` is a whole `mcps.source.json`; `json servers weather` is its entry for one server. */
export async function checkServers(
  { block, mark }: Fence,
  { workspace }: { readonly workspace: PageWorkspace },
): Promise<string | undefined> {
  const [name] = mark.words;
  const folder = join(workspace.folder, workspace.copy('apps/server'));
  const source = join(folder, 'mcps.source.json');
  writeFileSync(source, name === undefined ? block.text : `{ "${name}": ${block.text} }`);
  const state = join(workspace.folder, 'state');
  mkdirSync(state, { recursive: true });
  let said = '';
  const say = (text: string): void => void (said += text);
  const plugins = join(folder, 'plugins');
  if (name === 'weather') {
    for (const [path, text] of Object.entries(weather)) workspace.write(`apps/server/plugins/weather/${path}`, text);
    const { exitCode, text } = await workspace.run('sigil build apps/server/plugins/weather');
    if (exitCode !== 0) return text;
  }
  const surroundings = { environment: {}, bundledPlugins: plugins, write: say, writeError: say };
  const args = ['build', '--mcps', source, '--plugins', plugins, '--out', join(state, 'built'), '--state', state];
  const exitCode = await runConfig(args, surroundings);
  return exitCode === 0 ? undefined : said;
}

/**
 * `nx g @sigil/nx:server`: adds a server to `mcps.source.json`, with its own configuration file.
 */
import { formatFiles, readJson, writeJson } from '@nx/devkit';
import { readFolder } from '../read-folder.mjs';

const validName = /^[A-Za-z0-9_.-]{1,64}$/;

/** Names whose addresses are reserved. */
const takenNames = new Set(['all', 'meta', '.', '..']);

const expected =
  'expected the folder of a server, which has its plugins in the folder "plugins"; say with --app which is meant, or make one with ' +
  '"npm create @sigil@latest -- --server"';

/**
 * @typedef {import('@nx/devkit').Tree} Tree
 *
 * @typedef {object} ServerOptions
 * @property {string} name
 * @property {string} [plugin]
 * @property {string} [description]
 * @property {string} [app]
 */

/**
 * @param {Tree} tree
 * @param {ServerOptions} options
 * @throws Error when the name is taken or invalid, or there is no such plugin
 */
export async function generateServer(tree, { name, plugin = name, description, app = 'apps/server' }) {
  requireName(name);
  const folder = readFolder(app);
  if (!tree.exists(`${folder}/plugins`)) throw new Error(`there is no server in "${folder}": ${expected}`);
  const map = `${folder}/mcps.source.json`;
  const configuration = `mcps/configs/${name}.json`;
  const servers = tree.exists(map) ? readJson(tree, map) : {};
  if (Object.hasOwn(servers, name)) throw new Error(`"${map}" has a server "${name}" already`);
  if (tree.exists(`${folder}/${configuration}`))
    throw new Error(`there is a file "${folder}/${configuration}" already`);
  const known = descriptionOf(tree, plugin, `${folder}/plugins`);

  writeJson(tree, `${folder}/${configuration}`, {
    description: description ?? known,
    plugin,
    auto_discover: true,
    enabled: true,
    tools: {},
    resources: {},
    prompts: {},
  });
  writeJson(tree, map, { ...servers, [name]: { config_cid: configuration } });
  await formatFiles(tree);
}

/** @param {string} name */
function requireName(name) {
  if (!validName.test(name)) {
    throw new Error(`"${name}" cannot name a server: expected 1 to 64 of A-Z a-z 0-9 _ . -`);
  }
  if (takenNames.has(name)) throw new Error(`"${name}" cannot name a server: /mcp/${name} is something else already`);
}

/** @param {Tree} tree @param {string} plugin @param {string} home @returns {string} */
function descriptionOf(tree, plugin, home) {
  const file = `${home}/${plugin}/package.json`;
  if (tree.exists(file)) return readJson(tree, file).description ?? '';
  const known = tree.exists(home) ? tree.children(home).filter((it) => tree.exists(`${home}/${it}/package.json`)) : [];
  throw new Error(
    `there is no plugin "${plugin}" in "${home}"${known.length > 0 ? `, which has ${known.toSorted().join(', ')}` : ''}; say which is meant with --plugin`,
  );
}

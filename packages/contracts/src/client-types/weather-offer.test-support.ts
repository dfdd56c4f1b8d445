/**
 * The lists of a weather server, with an example of every construct that clients are generated from.
 */
import type { ClientOffer, OfferedTool } from './client-offer.js';

const forecast = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'array', items: { $ref: '#/$defs/Day' } },
    tomorrow: { $ref: '#/$defs/Day' },
  },
  required: ['city', 'days'],
  $defs: {
    Day: {
      type: 'object',
      description: 'One day.',
      properties: { high: { type: 'number', description: 'Degrees.' }, sky: { enum: ['clear', 'cloudy'] } },
      required: ['high'],
    },
  },
};

/** Creates a tool without parameters and with text answers, apart from `parts`. */
export function tool(name: string, parts: Partial<OfferedTool> = {}): OfferedTool {
  return { name, inputSchema: { type: 'object', additionalProperties: false }, ...parts };
}

/** Creates an offer that is empty, apart from `parts`. */
export function offer(parts: Partial<ClientOffer> = {}): ClientOffer {
  return { server: 'weather', tools: [], resources: [], resourceTemplates: [], prompts: [], ...parts };
}

/** Tools with and without schemas, a namespace, a resource, a template and a prompt. */
export const weather: ClientOffer = offer({
  tools: [
    tool('forecast', {
      description: 'Forecast for a city.',
      annotations: { readOnlyHint: true, openWorldHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'City name', minLength: 1 },
          days: { type: 'integer', description: 'How many days', minimum: 1, maximum: 14, default: 3 },
        },
        required: ['city'],
        additionalProperties: false,
      },
      outputSchema: forecast,
    }),
    tool('stations', {
      description: 'All stations.',
      outputSchema: { type: 'array', items: { type: 'string' } },
    }),
    tool('admin.reset', { title: 'Start over', annotations: { destructiveHint: true } }),
    tool('story-time', {
      inputSchema: { type: 'object', properties: { mood: { enum: ['glad', 'sad'] } }, additionalProperties: false },
    }),
  ],
  resources: [{ uri: 'weather://stations', name: 'stations', description: 'All stations.', mimeType: 'text/plain' }],
  resourceTemplates: [{ uriTemplate: 'weather://{station}/now', name: 'reading', mimeType: 'application/json' }],
  prompts: [
    {
      name: 'packing',
      description: 'Ask for packing advice.',
      arguments: [{ name: 'city', description: 'Where to', required: true }, { name: 'style' }],
    },
  ],
});

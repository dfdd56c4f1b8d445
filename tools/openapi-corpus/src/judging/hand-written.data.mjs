/**
 * A document, and a plugin for it as an import would write it, so that the judge itself can be tested.
 */

/** @type {import('../documents/document.mjs').Json} */
export const handWrittenDocument = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example/v1' }],
  security: [{ key: [] }],
  paths: {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        parameters: [
          { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['name', 'age'] } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
      put: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  id: { type: 'string', readOnly: true },
                  name: { type: 'string', minLength: 1 },
                  age: { type: 'number', minimum: 0 },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Done' } },
      },
    },
    '/pets/{petId}/photo': {
      post: {
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', format: 'binary' }, title: { type: 'string' } },
              },
            },
          },
        },
        responses: { 200: { description: 'Done', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
};

/** @type {import('../compare/compare-import.mjs').ImportRecord} */
export const handWrittenRecord = {
  operations: [
    {
      method: 'GET',
      path: '/pets/{petId}',
      tool: 'getPet',
      parameters: [
        { in: 'path', name: 'petId', argument: 'petId' },
        { in: 'query', name: 'fields', argument: 'fields' },
        { in: 'header', name: 'X-Trace', argument: 'xTrace' },
      ],
    },
    {
      method: 'PUT',
      path: '/pets/{petId}',
      tool: 'putPet',
      parameters: [{ in: 'path', name: 'petId', argument: 'petId' }],
      body: { mediaType: 'application/json', members: { name: 'name', age: 'age' } },
    },
    {
      method: 'POST',
      path: '/pets/{petId}/photo',
      tool: 'postPhoto',
      parameters: [{ in: 'path', name: 'petId', argument: 'petId' }],
      body: { mediaType: 'multipart/form-data', argument: 'body' },
    },
  ],
  notices: [],
};

/** The plugin's files. @type {Record<string, string>} */
export const handWrittenFiles = {
  'package.json': JSON.stringify({ name: 'hand-written', version: '1.0.0', type: 'module', sigil: { plugin: true } }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      types: ['node'],
    },
    include: ['src'],
  }),
  'src/pets.ts': `
import { Tool } from '@sigil/core';
import { ApiClient, type ApiConfiguration, type OperationDescription } from '@sigil/openapi/runtime';

const petId = { in: 'path', name: 'petId' } as const;

const getPet: OperationDescription = {
  method: 'GET',
  path: '/pets/{petId}',
  parameters: [petId, { in: 'query', name: 'fields' }, { in: 'header', name: 'X-Trace' }],
  answers: { 200: ['application/json'] },
};
const putPet: OperationDescription = {
  method: 'PUT',
  path: '/pets/{petId}',
  parameters: [petId],
  body: { mediaType: 'application/json', required: true },
  answers: { 204: [] },
};
const postPhoto: OperationDescription = {
  method: 'POST',
  path: '/pets/{petId}/photo',
  parameters: [petId],
  body: { mediaType: 'multipart/form-data' },
  answers: { 200: ['text/plain'] },
};

/** Pets. */
export class Pets {
  readonly #api: ApiClient;
  constructor(configuration: { baseUrl?: string; credentials?: { key?: string } } = {}) {
    this.#api = new ApiClient(
      {
        name: 'Pets',
        servers: [{ url: 'https://pets.example/v1' }],
        securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
        security: [{ key: [] }],
      },
      configuration as ApiConfiguration,
    );
  }
  /** Finds a pet. */
  @Tool({ readOnly: true })
  getPet(petId: string, fields?: ('name' | 'age')[], xTrace?: string): Promise<unknown> {
    return this.#api.call(getPet, { path: { petId }, query: { fields }, header: { 'X-Trace': xTrace } });
  }
  /**
   * Replaces a pet.
   * @param name @minLength 1
   * @param age @minimum 0
   */
  @Tool()
  async putPet(petId: string, name: string, age?: number): Promise<void> {
    await this.#api.call(putPet, { path: { petId }, body: { name, age } });
  }
  /** Sends a photo. */
  @Tool()
  postPhoto(petId: string, body?: { file?: Uint8Array; title?: string }): Promise<string> {
    return this.#api.call(postPhoto, { path: { petId }, body });
  }
}
`,
};

import { expect, expectTypeOf, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { schemaOf } from '../model/schema-of.js';
import { defineExtension } from './define-extension.js';

interface ListParams {
  readonly limit?: number;
}

test('params have the type of their schema, and that of JSON without one', () => {
  const schema = { type: 'object', properties: { limit: { type: 'number' } } };

  const extension = defineExtension({
    id: 'com.example/audit',
    methods: {
      'audit/list': {
        params: schemaOf<ListParams>(schema),
        run(params) {
          expectTypeOf(params).toEqualTypeOf<ListParams>();
          return { limit: params.limit ?? 10 };
        },
      },
      'audit/plain': {
        params: { type: 'object' },
        run(params) {
          expectTypeOf(params).toEqualTypeOf<JsonObject>();
          return params;
        },
      },
      'audit/open': {
        run(params) {
          expectTypeOf(params).toEqualTypeOf<JsonObject>();
          return params;
        },
      },
    },
    notifications: {
      'notifications/audit/noted': {
        params: schemaOf<{ text: string }>({ type: 'object' }),
        receive: (params) => void expectTypeOf(params).toEqualTypeOf<{ text: string }>(),
      },
      'notifications/audit/sent': {},
    },
  });

  expect(extension.methods?.['audit/list']?.params).toEqual(schema);
});

import { expect, test } from 'vitest';
import { documentOf, importedFrom } from '../import.test-support.js';

const operation = (security: unknown) => ({ '/a': { get: { operationId: 'read', security, responses: {} } } });
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };

test('a scheme that the document does not declare is required of nobody', async () => {
  const folder = await importedFrom(
    documentOf(operation([{ key: [], lost: [] }, { lost: [] }]), { components: { securitySchemes: { key } } }),
  );

  expect(folder.read('src/shop.ts')).toContain('security: [{ key: [] }, {}]');
  expect(folder.record().notices).toContainEqual({
    pointer: '#/paths/~1a/get/security',
    code: 'security-left-out',
    message: '"lost" is no security scheme of the document',
  });
});

test('a scheme whose reference leads nowhere, or whose type is unknown, is as one that is not declared', async () => {
  const securitySchemes = { key: { $ref: '#/nowhere' }, other: { type: 'magic' } };
  const folder = await importedFrom(
    documentOf(operation(undefined), { security: [{ key: [] }, { other: [] }], components: { securitySchemes } }),
  );

  expect(folder.read('src/api.ts')).toContain('security: [{}, {}]');
  expect(folder.record().notices.filter(({ code }) => code === 'security-left-out')).toHaveLength(2);
});

test('a certificate of the connection is required of nobody, and another alternative is chosen before it', async () => {
  const securitySchemes = { key, certificate: { type: 'mutualTLS' } };
  const alone = await importedFrom(documentOf(operation([{ certificate: [] }]), { components: { securitySchemes } }));
  const beside = await importedFrom(
    documentOf(operation([{ certificate: [] }, { key: [] }]), { components: { securitySchemes } }),
  );

  expect(alone.read('src/shop.ts')).toContain('security: [{}]');
  expect(alone.record().notices).toContainEqual({
    pointer: '#/paths/~1a/get/security',
    code: 'security-left-out',
    message: '"certificate" is a certificate of the connection, which the tool does not present; let a proxy do it',
  });
  expect(beside.read('src/shop.ts')).toContain('security: [{ key: [] }]');
});

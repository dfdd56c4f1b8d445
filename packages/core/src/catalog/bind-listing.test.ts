import { expect, test } from 'vitest';
import { bindListing } from './bind-listing.js';
import { idleContext } from './catalog.test-support.js';

const template = { uriTemplate: 'w://{city}', name: 'weather', mimeType: 'application/json' };
const context = idleContext();

test('an instance takes the media type of its template and keeps only the members that a list has', async () => {
  const list = bindListing(() => [{ uri: 'w://oslo', name: 'Oslo', size: 3, secret: 'x' }], template);

  expect(await list(context)).toEqual([{ uri: 'w://oslo', name: 'Oslo', mimeType: 'application/json', size: 3 }]);
});

test.each([
  ['no array', { uri: 'w://oslo', name: 'Oslo' }, 'must be an array'],
  ['no URI', [{ name: 'Oslo' }], 'must have a "uri" and a "name"'],
  ['a URI of another form', [{ uri: 'v://oslo', name: 'Oslo' }], 'is none'],
])('a listing with %s is rejected', async (_name, returned, message) => {
  await expect(bindListing(() => returned, template)(context)).rejects.toThrow(message);
});

/**
 * Faulty lists of a template's instances. A mark stands where each diagnostic must point.
 */
import { type Fault, inClass } from './fault.test-support.js';

const template = `@Resource('x://{id}', { /*^*/list: 'ids' }) read(id: string): string { return id; }\n  `;

export const listingsFaults: readonly Fault[] = [
  ['SIGIL029', 'a list that the class does not have', inClass(template)],
  ['SIGIL029', 'a list that is no method', inClass(`${template}ids = ['a'];`)],
  [
    'SIGIL029',
    'a list that is private',
    inClass(`${template}private ids(): { uri: string; name: string }[] { return []; }`),
  ],
  [
    'SIGIL029',
    'a list that wants an argument',
    inClass(`${template}ids(of: string): { uri: string; name: string }[] { return [{ uri: of, name: of }]; }`),
  ],
  ['SIGIL029', 'a list of texts', inClass(`${template}ids(): string[] { return []; }`)],
  [
    'SIGIL029',
    'a list of instances without a name',
    inClass(`${template}ids(): { uri: string; name?: string }[] { return []; }`),
  ],
  [
    'SIGIL029',
    'a list of what has no instances',
    inClass(
      `@Resource('x://one', { /*^*/list: 'ids' }) read(): string { return ''; }\n  ids(): { uri: string; name: string }[] { return []; }`,
    ),
  ],
];

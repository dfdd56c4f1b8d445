import { expect, test } from 'vitest';
import { LivePlugin } from './live-plugin.js';

const folder = '/no/such/plugin';

test.each(['src/a.ts', 'src/deep/a.mjs', 'package.json', 'tsconfig.json', 'tsconfig.base.json'])(
  'a change of %s is a change of the plugin',
  (file) => {
    expect(new LivePlugin(folder).notice(`${folder}/${file}`)).toBe(true);
  },
);

test.each(['report.json', 'src/data.json', 'src/a.test.ts', 'dist/plugin.js', '../other/src/a.ts'])(
  'neither changing nor adding %s is a change of the plugin',
  (file) => {
    const plugin = new LivePlugin(folder);

    expect([plugin.notice(`${folder}/${file}`), plugin.noticeAdded(`${folder}/${file}`)]).toEqual([false, false]);
  },
);

/**
 * `npm run bench:server` and `npm run fixture`: serves one built plugin with our packages, in one process, until a signal stops it.
 */
import { containPlugins } from '@sigil/plugin-host/program';
import { openServed } from './served/open-served.mjs';
import { readSubjectOptions, sayReady } from './subject-options.mjs';
import { folderOf } from './served-tools/build-work.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

/** @param {import('./subject-options.mjs').SubjectOptions} options */
async function serve({ plugin, tools, progress, isAsync, ...options }) {
  const { exit } = containPlugins();
  const served = await openServed(plugin ?? folderOf({ tools, progress, isAsync }), options);
  if (served.url !== undefined) sayReady(Number(new URL(served.url).port));
  await Promise.race([served.ended, untilStopped()]);
  await served.close({ idleMs: 5_000 });
  exit(0);
}

function untilStopped() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });
}

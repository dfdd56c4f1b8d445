/**
 * Finds the Chromium that tests of pages run in.
 */
import { existsSync } from 'node:fs';

const places = [
  process.env['CHROMIUM_PATH'],
  // Starts no windows of its own, which takes half of the browser's time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const howToInstall = 'install it (Debian: apt-get install -y chromium) or name one in CHROMIUM_PATH';

/**
 * Returns its path; `undefined` if none is installed, and tests of pages are then left out.
 *
 * @throws Error in CI, where they must not be left out
 */
export function findChromium(): string | undefined {
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found !== undefined) return found;
  if (process.env['CI'] === 'true') throw new Error(`the tests of the pages need a Chromium: ${howToInstall}`);
  process.stderr.write(`No Chromium here, so the pages are not tested in one: ${howToInstall}.\n`);
  return undefined;
}

/**
 * Checks the built site: every internal link and anchor, then first page, search, dark mode, a phone's width and accessibility in a
 * Chromium, with no request that leaves the machine.
 */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const site = join(here, 'dist/site');
// The browser's driver and axe are those of the workspace.
const { chromium } = createRequire(join(here, '../../package.json'))('playwright-core');
const axe = readFileSync(createRequire(join(here, '../../package.json')).resolve('axe-core/axe.min.js'), 'utf8');

/** Bytes on the wire, compressed as every host of static pages does. */
const maxFirstPageBytes = 250_000;
/** @type {string[]} */
const problems = [];

const { links, external } = checkLinks();
await checkInBrowser();
for (const problem of problems) console.error(problem);
console.log(`${links} internal links followed, ${external} external ones not; ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** @returns {{ links: number, external: number }} */
function checkLinks() {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  const anchors = new Map(pages.map((path) => [path, anchorsIn(readFileSync(join(site, path), 'utf8'))]));
  let [links, external] = [0, 0];
  for (const page of pages.filter((path) => path !== '404.html')) {
    for (const [, href = ''] of readFileSync(join(site, page), 'utf8').matchAll(/\s(?:href|src)="([^"]+)"/gu)) {
      if (/^(?:[a-z]+:|\/\/)/u.test(href)) external += 1;
      else links += checkLink(page, href, anchors);
    }
  }
  return { links, external };
}

/** @param {string} page @param {string} href @param {ReadonlyMap<string, ReadonlySet<string>>} anchors */
function checkLink(page, href, anchors) {
  const [path = '', anchor = ''] = href.split('#');
  const target =
    path === '' ? page : posix.join(path.startsWith('/') ? '.' : posix.dirname(page), decodeURIComponent(path));
  const file =
    existsSync(join(site, target)) && statSync(join(site, target)).isDirectory()
      ? posix.join(target, 'index.html')
      : target;
  if (!existsSync(join(site, file))) problems.push(`${page}: "${href}" leads nowhere`);
  else if (anchor && anchors.has(file) && !anchors.get(file)?.has(decodeURIComponent(anchor))) {
    problems.push(`${page}: "${href}" names no place of its page`);
  }
  return 1;
}

/** @param {string} html @returns {Set<string>} */
function anchorsIn(html) {
  return new Set([...html.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1] ?? ''));
}

async function checkInBrowser() {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[/** @type {'.js'} */ (extname(file))] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    });
    createReadStream(file).pipe(createGzip()).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const executablePath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await visit(browser, `http://127.0.0.1:${port}`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** @param {import('playwright-core').Browser} browser @param {string} origin */
async function visit(browser, origin) {
  const page = await browser.newPage();
  /** @type {Array<Promise<{ responseBodySize: number }>>} */
  const sizes = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      problems.push(`a request leaves the machine: ${request.url()}`);
  });
  page.on('requestfinished', (request) => void sizes.push(request.sizes()));
  await page.goto(`${origin}/index.html`, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  if (bytes > maxFirstPageBytes) problems.push(`the first page takes ${bytes} bytes, more than ${maxFirstPageBytes}`);
  console.log(`the first page takes ${Math.round(bytes / 1000)} kB`);

  for (const path of ['index', 'guide/getting-started', 'reference/diagnostics', 'reference/cli', 'api/index']) {
    for (const [scheme, width] of /** @type {const} */ ([
      ['light', 1280],
      ['dark', 360],
    ])) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${origin}/${path}.html`, { waitUntil: 'networkidle' });
      await checkPage(page, `${path}, ${scheme}, ${width} px`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').fill('elicit');
  const found = page.locator('.VPLocalSearchBox .results a').first();
  await found.waitFor({ timeout: 15_000 }).catch(() => problems.push('the search for "elicit" finds nothing'));
}

/** @param {import('playwright-core').Page} page @param {string} place */
async function checkPage(page, place) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`${place}: the page scrolls sideways by ${overflow} px`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  for (const { id, impact, nodes, help } of violations) {
    if (!['serious', 'critical'].includes(impact)) continue;
    problems.push(
      `${place}: ${id} (${impact}): ${help}: ${nodes.length} times, such as ${nodes[0].html.slice(0, 120)}`,
    );
  }
}

import { expect, test } from 'vitest';
import { buildView } from './view-folder.test-support.js';

const page = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>Dice</title>${head}</head>\n<body>${body}</body>\n</html>\n`;

test('a page keeps its text, and its local files become part of it', async () => {
  const { html, problems } = await buildView({
    'views/board.html': page(
      '<h1>Dice &amp; more</h1><img src="logo.svg" alt="Dice"><script type="module" src="./board.ts"></script>',
      '<link rel="stylesheet" href="board.css" media="screen">',
    ),
    'views/board.ts': "import { roll } from './tools.generated.js'; document.title = roll.name;",
    'views/board.css': 'h1 { background: url(logo.svg) }',
    'views/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });

  expect(problems).toEqual([]);
  expect(html).toContain('<h1>Dice &amp; more</h1><img src="data:image/svg+xml;base64,');
  expect(html).toMatch(/<style media="screen">h1\{background:url\(/);
  expect(html).toMatch(/<script type="module">.*"roll".*document\.title=.*<\/script><\/body>/s);
  expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
});

test('modules of one page share what they import, also those between its tags', async () => {
  const { html, problems } = await buildView({
    'views/board.html': page(
      '<script type="module" src="one.js"></script><script type="module">import { all } from "./shared.js"; all.push("inline"); document.title = all.join();</script>',
    ),
    'views/one.js': 'import { all } from "./shared.js"; all.push("file");',
    'views/shared.js': 'export const all = ["only once"];',
  });

  expect(problems).toEqual([]);
  expect(html.match(/only once/g)).toHaveLength(1);
  expect(html.match(/<script/g)).toHaveLength(1);
});

test('the style sheets that a module imports are in the head', async () => {
  const { html } = await buildView({
    'views/board.html': page('<script type="module">import "./board.css";</script>'),
    'views/board.css': 'p { color: red }',
  });

  expect(html).toContain('<title>Dice</title><style>p{color:red}</style></head>');
});

test('a script that is no module keeps its place and the names that others use', async () => {
  const { html, problems } = await buildView({
    'views/board.html': page(
      '<button onclick="rollDice()">Roll</button><script src="dice.js"></script><script>rollDice();</script>',
    ),
    'views/dice.js': 'function rollDice() { document.title = "rolled"; }',
  });

  expect(problems).toEqual([]);
  expect(html).toMatch(/<script>function rollDice\(\)\{.*\}\s*<\/script><script>rollDice\(\);<\/script>/);
});

test('a deferred script runs when the page is complete', async () => {
  const { html } = await buildView({
    'views/board.html': page('<p id="words">dice</p>', '<script defer src="dice.js"></script>'),
    'views/dice.js': 'document.title = document.getElementById("words").textContent;',
  });

  expect(html).toMatch(/<\/title><\/head>/);
  expect(html).toMatch(/<\/p><script>document\.title=.*<\/script><\/body>/);
});

test('data in a script element stays as it is', async () => {
  const data = '<script type="application/json">{"a": 1}</script>';

  expect((await buildView({ 'views/board.html': page(data) })).html).toContain(data);
});

test('pictures of several sizes become part of the page', async () => {
  const { html } = await buildView({
    'views/board.html': page('<img alt="" srcset="a.png 1x, b.png 2x">'),
    'views/a.png': 'a',
    'views/b.png': 'b',
  });

  expect(html).toContain('srcset="data:image/png;base64,YQ== 1x, data:image/png;base64,Yg== 2x"');
});

test('pictures of styles and of vector graphics become part of the page', async () => {
  const { html, problems } = await buildView({
    'views/board.html': page(
      `<p style="background: url('a.png') no-repeat, url(b.png)"></p><svg><image xlink:href="a.png" /><use href="#die" /></svg><img alt="" src=a.png>`,
    ),
    'views/a.png': 'a',
    'views/b.png': 'b',
  });

  expect(problems).toEqual([]);
  expect(html).toContain(
    `<p style="background: url('data:image/png;base64,YQ==') no-repeat, url(data:image/png;base64,Yg==)">`,
  );
  expect(html).toContain('<image xlink:href="data:image/png;base64,YQ==" /><use href="#die" />');
  expect(html).toContain('src=data:image/png;base64,YQ==>');
});

test('links to follow, and those for search engines, stay as they are', async () => {
  const head = '<link rel="canonical" href="https://example.com/dice">';
  const { html, problems } = await buildView({ 'views/board.html': page('<a href="rules.html">Rules</a>', head) });

  expect(problems).toEqual([]);
  expect(html).toContain(head);
});

test('a path from the root is one of a server, which a view does not have', async () => {
  const { problems } = await buildView({ 'views/board.html': page('<img alt="" src="/etc/hosts.png">') });

  expect(problems).toEqual([expect.stringContaining('there is no file "/etc/hosts.png"')]);
});

test('a page without a doctype gets one', async () => {
  expect((await buildView({ 'views/board.html': '<p>dice</p>' })).html).toBe('<!doctype html>\n<p>dice</p>');
});

test('a file that is not there is an error with its place, and so is one that cannot be part of a page', async () => {
  const { problems } = await buildView({
    'views/board.html': page('\n<img alt="" src="logo.png">\n<iframe src="other.html"></iframe>'),
    'views/other.html': '<p>other</p>',
  });

  expect(problems).toEqual([
    'SIGIL144 views/board.html:5:18 there is no file "logo.png"',
    expect.stringMatching(/^SIGIL144 views\/board\.html:6:14 "other\.html" cannot be part of a page/),
  ]);
});

test('mistakes in a module between the tags have their place in the page', async () => {
  const { problems } = await buildView({
    'views/board.html': page('\n<script type="module">\n  import "./missing.js";\n</script>'),
  });

  expect(problems).toEqual(['SIGIL144 views/board.html:6:10 Could not resolve "./missing.js"']);
});

test('mistakes in the syntax of other scripts have their places too', async () => {
  const { problems } = await buildView({
    'views/board.html': page('\n<script>\n  const a = ;\n</script>\n<script src="dice.js"></script>'),
    'views/dice.js': 'let b = ;',
  });

  expect(problems).toEqual([
    'SIGIL144 views/board.html:6:13 Unexpected ";"',
    'SIGIL144 views/dice.js:1:9 Unexpected ";"',
  ]);
});

test('the scripts of a page are checked for types', async () => {
  const { problems } = await buildView({
    'views/board.html': page('<script type="module" src="board.ts"></script>'),
    'views/board.ts': 'document.title = 5;',
  });

  expect(problems).toEqual([expect.stringContaining('SIGIL001 views/board.ts:1:1 TS2322')]);
});

test('a page that is too large says which of its files are', async () => {
  const { problems } = await buildView({
    'views/board.html': page('<img src="large.png" alt=""><script src="small.js"></script>'),
    'views/large.png': 'x'.repeat(1_600_000),
    'views/small.js': 'document.title = "Dice";',
  });

  expect(problems).toEqual([
    expect.stringMatching(
      /^SIGIL141 .*the largest parts are views\/large\.png \(2133\d{3}\), views\/small\.js \(24\)$/,
    ),
  ]);
});

test('hosts that a page reaches have to be declared, wherever it names them', async () => {
  const { problems } = await buildView({
    'views/board.html': page(
      '\n<img alt="" src="https://a.example.com/a.png">\n<a href="https://b.example.com">more</a>\n<iframe src="https://c.example.com"></iframe>\n<script>fetch("https://d.example.com")</script>\n<style>p { background: url(https://e.example.com/a.png) }</style>\n<button onclick="fetch(\'https://h.example.com/a\')">Ask</button>',
      '<script src="https://f.example.com/a.js"></script><link rel="stylesheet" href="//g.example.com/a.css">',
    ),
  });

  expect(problems.map((it) => [/:(\d+):/.exec(it)?.[1], /https:[^"']*/.exec(it)?.[0]].join(' '))).toEqual([
    '3 https://f.example.com',
    '3 https://g.example.com',
    '5 https://a.example.com',
    '7 https://c.example.com',
    '8 https://d.example.com',
    '9 https://e.example.com',
    '10 https://h.example.com',
  ]);
});

test('hosts are found in source sets, in graphics, and in the pages of frames', async () => {
  const frame = '<img src=&quot;https://c.example.com/a.png&quot;><script>fetch(`https://d.example.com/`)</script>';
  const { problems } = await buildView({
    'views/board.html': page(
      `\n<img alt="" srcset="data:image/png;base64,AA== 1x, https://a.example.com/b.png 2x">\n<svg><rect fill="url(https://b.example.com/a.svg#a)" /></svg>\n<iframe srcdoc="${frame}"></iframe>`,
      '<link rel="preload" as="image" imagesrcset="https://e.example.com/a.png 1x">',
    ),
  });

  expect(problems.map((it) => [/:(\d+):/.exec(it)?.[1], /https:[^"']*/.exec(it)?.[0]].join(' '))).toEqual([
    '3 https://e.example.com',
    '5 https://a.example.com',
    '6 https://b.example.com',
    '7 https://c.example.com',
    '7 https://d.example.com',
  ]);
});

test('a page that leaves for another one is a warning', async () => {
  const { problems, html } = await buildView({
    'views/board.html': page(
      '<form action="https://a.example.com/send"></form>',
      '<meta http-equiv="refresh" content="3; url=https://b.example.com">',
    ),
  });

  expect(problems).toEqual([
    'SIGIL145 views/board.html:3:69 "https://b.example.com" is not opened: hosts do not let a view leave for another page',
    expect.stringContaining('"https://a.example.com/send" is not opened'),
  ]);
  expect(html).not.toBe('');
});

test('a host that is declared stays an address of the page', async () => {
  const script = '<script src="https://f.example.com/a.js"></script>';
  const { html, problems } = await buildView(
    { 'views/board.html': page('', script) },
    { csp: { resourceDomains: ['https://f.example.com'] } },
  );

  expect(problems).toEqual([]);
  expect(html).toContain(script);
});

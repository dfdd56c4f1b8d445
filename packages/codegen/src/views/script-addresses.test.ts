import { expect, test } from 'vitest';
import { isRemote } from './reached-address.js';
import { findInScript, parseScript } from './script-addresses.js';

const api = 'https://api.example.com';

/** Returns the lists and the origins of the addresses that a script reaches. */
function findIn(source: string): string[] {
  const found = findInScript(
    { tree: parseScript('board.jsx', source), findImport: () => undefined },
    { withOthers: true },
  );
  return found
    .filter(({ address }) => isRemote(address))
    .map(({ list, address }) => `${list} ${new URL(address).origin}`);
}

test.each([
  ['fetch', `fetch('${api}/v1')`, 'connectDomains'],
  ['a member of window', `window.fetch('${api}/v1')`, 'connectDomains'],
  ['a template', `fetch(\`${api}/v1/\${location.hash}\`)`, 'connectDomains'],
  ['a sum', `fetch('${api}' + location.hash)`, 'connectDomains'],
  ['a constant', `const base = '${api}'; fetch(base + '/v1')`, 'connectDomains'],
  ['a constant in a template', `const base = '${api}'; fetch(\`\${base}/v1\`)`, 'connectDomains'],
  ['a member of a constant', `const urls = { base: '${api}' }; fetch(urls.base)`, 'connectDomains'],
  ['a URL', `fetch(new URL('/v1', '${api}'))`, 'connectDomains'],
  ['a choice', `fetch(location.hash ? '${api}/a' : '')`, 'connectDomains'],
  ['a request', `fetch(new Request('${api}'))`, 'connectDomains'],
  ['XMLHttpRequest', `new XMLHttpRequest().open('GET', '${api}')`, 'connectDomains'],
  ['a stream of events', `new EventSource('${api}')`, 'connectDomains'],
  ['a beacon', `navigator.sendBeacon('${api}')`, 'connectDomains'],
  ['an import', `import '${api}/a.js'`, 'resourceDomains'],
  ['a later import', `import('${api}/a.js')`, 'resourceDomains'],
  ['a worker', `new Worker('${api}/a.js')`, 'resourceDomains'],
  ['an image', `document.body.append(<img src="${api}/a.png" />)`, 'resourceDomains'],
  ['an image in braces', `document.body.append(<img src={'${api}/a.png'} />)`, 'resourceDomains'],
  ['a property', `const image = new Image(); image.src = '${api}/a.png'`, 'resourceDomains'],
  ['an attribute', `document.body.setAttribute('src', '${api}/a.png')`, 'resourceDomains'],
  ['a background', `document.body.style.background = 'url(${api}/a.png)'`, 'resourceDomains'],
  ['HTML in a text', `document.body.innerHTML = '<img alt="" src="${api}/a.png">'`, 'resourceDomains'],
  ['a frame', `document.body.append(<iframe src="${api}" />)`, 'frameDomains'],
  [
    'a template with its host in a constant',
    `const host = 'api.example.com'; fetch(\`https://\${host}/v1\`)`,
    'connectDomains',
  ],
  [
    'a sum with its host in the middle',
    `const host = 'api.example.com'; fetch('https://' + host + '/v1')`,
    'connectDomains',
  ],
  ['a member of a member', `const urls = { api: { base: '${api}' } } as const; fetch(urls.api.base)`, 'connectDomains'],
  ['a member of a frozen object', `const urls = Object.freeze({ base: '${api}' }); fetch(urls.base)`, 'connectDomains'],
  ['a member of an enumeration', `enum Urls { Base = '${api}' } fetch(Urls.Base)`, 'connectDomains'],
  ['an arrow function', `const url = (id) => \`${api}/\${id}\`; fetch(url(1))`, 'connectDomains'],
  ['a function', `function url(id) { if (!id) return ''; return '${api}/' + id; } fetch(url(1))`, 'connectDomains'],
  ['a text of a URL', `fetch(new URL('${api}').toString())`, 'connectDomains'],
  [
    'a socket with an unknown path',
    `new WebSocket(\`wss://api.example.com/\${location.hash}\`)`,
    'connectDomains',
    'wss://api.example.com',
  ],
  ['a session of WebTransport', `new WebTransport('${api}')`, 'connectDomains'],
  ['a worklet', `new AudioContext().audioWorklet.addModule('${api}/a.js')`, 'resourceDomains'],
  ['a second picture', `document.body.append(<img srcSet="a.png 1x, ${api}/b.png 2x" />)`, 'resourceDomains'],
  [
    'a second picture in a property',
    `new Image().srcset = 'data:image/png;base64,AA== 1x, ${api}/b.png 2x'`,
    'resourceDomains',
  ],
  [
    'a second picture in a text',
    `document.body.innerHTML = '<img srcset="a.png 1x, ${api}/b.png 2x">'`,
    'resourceDomains',
  ],
  [
    'a picture in a template',
    `const base = '${api}'; document.body.innerHTML = \`<p>a</p><img src="\${base}/\${1}.png">\``,
    'resourceDomains',
  ],
  [
    'a picture after an unknown part',
    `document.body.innerHTML = \`<p>\${1}</p><img src="${api}/a.png">\``,
    'resourceDomains',
  ],
  ['a frame in a text', `document.body.append(<iframe srcDoc='<img src="${api}/a.png">' />)`, 'resourceDomains'],
  [
    'a set of pictures in a style',
    `document.body.style.background = 'image-set("${api}/a.png" 1x)'`,
    'resourceDomains',
  ],
  [
    'a frame that a script makes',
    `const frame = document.createElement('iframe'); frame.src = '${api}'`,
    'frameDomains',
  ],
  [
    'a style sheet that a script makes',
    `const link = document.createElement('link'); link.href = '${api}'`,
    'resourceDomains',
  ],
  ['a style sheet', `document.body.append(<link rel="stylesheet" href="${api}/a.css" />)`, 'resourceDomains'],
])('%s reaches a host', (_name, source, list, host = api) => {
  expect(findIn(source)).toEqual([`${list} ${host}`]);
});

test.each([
  ['a host that is not complete', 'fetch(`https://api.${location.hash}.example.com/v1`)'],
  ['a port that is not complete', 'fetch(`http://localhost:${location.hash}`)'],
  ['a link for search engines', `document.body.append(<link rel="canonical" href="${api}" />)`],
  ['a background that is a style', `const style = { background: '/' }; document.body.append(<b style={style} />)`],
  ['a link that a script makes', `const link = document.createElement('a'); link.href = '${api}'`],
])('%s is no address that is reached', (_name, source) => {
  expect(findIn(source)).toEqual([]);
});

test.each([
  ['a location', `location.href = '${api}'`],
  ['another location', `window.location = '${api}'`],
  ['a method of a location', `document.location.assign('${api}')`],
  ['a window', `window.open('${api}')`],
  ['a form', `document.body.append(<form action="${api}" />)`],
  ['a page that is loaded again', `document.body.append(<meta httpEquiv="refresh" content="0; url=${api}" />)`],
  ['HTML in a text', `document.body.innerHTML = '<meta http-equiv="refresh" content="0;${api}">'`],
])('%s leaves for another page', (_name, source) => {
  const found = findInScript(
    { tree: parseScript('board.jsx', source), findImport: () => undefined },
    { withOthers: true },
  );

  expect(found).toMatchObject([{ address: api, isLeft: true }]);
});

test('a function of the file with the name of a window’s opens no page', () => {
  const source = `import { open } from './dialog.js'; open('${api}')`;

  const found = findInScript(
    { tree: parseScript('board.jsx', source), findImport: () => undefined },
    { withOthers: true },
  );

  expect(found).toEqual([expect.not.objectContaining({ isLeft: true })]);
});

import { expect, test } from 'vitest';
import { findInScript, parseScript } from './script-addresses.js';

const api = 'https://api.example.com';

/** Returns the lists and the origins of the addresses that a script reaches. */
function findIn(source: string): string[] {
  const found = findInScript({ tree: parseScript('board.jsx', source), findImport: () => undefined }, true);
  return found.map(({ list, address }) => `${list} ${new URL(address).origin}`);
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
  ['a style sheet', `document.body.append(<link rel="stylesheet" href="${api}/a.css" />)`, 'resourceDomains'],
])('%s reaches a host', (_name, source, list) => {
  expect(findIn(source)).toEqual([`${list} ${api}`]);
});

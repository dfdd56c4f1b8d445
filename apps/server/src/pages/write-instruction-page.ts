/**
 * The page at `/mcp`: which servers there are and how a client is pointed at them.
 */
import { countOffers, type Mount } from '../mounts/mount.js';

const style = `
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.8rem; margin: 0 0 .25rem; }
  p.lead { margin: 0 0 2rem; opacity: .8; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .55rem .75rem .55rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
  code, pre { font: .9em ui-monospace, monospace; }
  pre { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; }
  .failed { color: #c0392b; }
`;

/** @param origin where the reader reached this server, without a path */
export function writeInstructionPage(mounts: readonly Mount[], origin: string): string {
  const last = mounts[mounts.length - 1];
  const snippet = { mcpServers: { [`sigil-${last?.name}`]: { type: 'http', url: `${origin}${last?.path}` } } };
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sigil</title><style>${style}</style></head>
<body>
<h1>Sigil</h1>
<p class="lead">Decorated TypeScript classes, served over the Model Context Protocol.</p>
<table>
<thead><tr><th>Server</th><th>Endpoint</th><th class="number">Tools</th><th class="number">Resources</th><th class="number">Prompts</th></tr></thead>
<tbody>
${mounts.map((mount) => writeRow(mount, origin)).join('\n')}
</tbody>
</table>
<h2>Connect a client</h2>
<pre>${escapeHtml(JSON.stringify(snippet, null, 2))}</pre>
</body>
</html>
`;
}

function writeRow(mount: Mount, origin: string): string {
  const { tools, resources, prompts } = countOffers(mount);
  const failure =
    mount.plugin?.status.state === 'failed' ? ` <span class="failed">(${mount.plugin.status.error.code})</span>` : '';
  const about = mount.description ? `<br>${escapeHtml(mount.description)}` : '';
  const numbers = [tools, resources, prompts].map((count) => `<td class="number">${count}</td>`).join('');
  return `<tr><td><strong>${escapeHtml(mount.name)}</strong>${failure}${about}</td><td><code>${escapeHtml(origin + mount.path)}</code></td>${numbers}</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

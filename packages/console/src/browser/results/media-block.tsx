/**
 * Pictures, sounds and other bytes of an answer, with a link that saves them.
 */
import type { VNode } from 'preact';
import { byteLength } from '../base64.js';

interface MediaBlockProps {
  readonly mimeType: string;
  readonly base64: string;
  /** The address of the bytes, if they are a resource's. */
  readonly uri?: string;
}

export function MediaBlock({ mimeType, base64, uri }: MediaBlockProps): VNode {
  const address = `data:${mimeType};base64,${base64}`;
  const name = uri ?? mimeType;
  const file = nameFile(uri, mimeType);
  return (
    <figure class="block">
      <figcaption>
        {uri === undefined ? mimeType : `${uri}, ${mimeType || 'unknown type'}`}
        <a class="save" href={address} download={file} aria-label={`Download ${file}`}>
          Download
        </a>
      </figcaption>
      {mimeType.startsWith('image/') && <img src={address} alt={name} />}
      {mimeType.startsWith('audio/') && <audio src={address} controls aria-label={name} />}
      {mimeType.startsWith('video/') && <video src={address} controls aria-label={name} />}
      {!/^(?:image|audio|video)\//.test(mimeType) && <p class="bytes">{`${file}, ${describeSize(base64)}`}</p>}
    </figure>
  );
}

const extensions: Readonly<Record<string, string>> = {
  'svg+xml': 'svg',
  jpeg: 'jpg',
  mpeg: 'mp3',
  'octet-stream': 'bin',
  'x-wav': 'wav',
};

/** Names a download after the end of its address, or after its type. */
function nameFile(uri: string | undefined, mimeType: string): string {
  const kind = mimeType.split('/')[1]?.split(';')[0] ?? 'octet-stream';
  const end = uri?.split(/[/?#]/).findLast((part) => part !== '') ?? '';
  const safe = end.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  if (/\.\w{1,5}$/.test(safe)) return safe;
  return `${safe || 'result'}.${extensions[kind] ?? kind}`;
}

function describeSize(base64: string): string {
  const count = byteLength(base64);
  if (count < 1_000) return `${count} ${count === 1 ? 'byte' : 'bytes'}`;
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

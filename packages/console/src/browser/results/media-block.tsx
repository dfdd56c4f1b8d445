/**
 * Pictures, sounds and other bytes of an answer, with a link that saves them.
 */
import type { VNode } from 'preact';
import { byteLength } from '../base64.js';
import { describeSize, nameFile } from './file-name.js';

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
      {!/^(?:image|audio|video)\//.test(mimeType) && (
        <p class="bytes">{`${file}, ${describeSize(byteLength(base64))}`}</p>
      )}
    </figure>
  );
}

/**
 * The control for bytes: a file of the reader, sent as base64.
 */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { byteLength } from '../base64.js';
import { textOf } from '../json.js';
import { emptyValue, isNeeded } from './empty-controls.js';
import { InputFrame, type ControlProps } from './field-frame.js';

export function BytesControl(props: ControlProps): VNode {
  const { place, reader } = props;
  const input = useRef<HTMLInputElement>(null);
  const [base64, setBase64] = useState(textOf(place.initial));
  reader.read = () => base64 ?? emptyValue(props);
  const readFile = async (chosen: HTMLInputElement): Promise<void> => {
    const [file] = chosen.files ?? [];
    setBase64(undefined);
    if (!file) return;
    chosen.setCustomValidity('The file is still being read.');
    try {
      setBase64(await readBase64(file));
      chosen.setCustomValidity('');
    } catch {
      chosen.setCustomValidity('The file cannot be read.');
    }
  };
  return (
    <InputFrame
      {...props}
      input={input}
      render={(frame) => (
        <input
          ref={input}
          type="file"
          required={isNeeded(props) && base64 === undefined}
          onChange={({ currentTarget }) => void readFile(currentTarget)}
          {...frame}
        />
      )}
    >
      <p class="hint" role="status">
        {base64 !== undefined && describeBytes(base64)}
      </p>
    </InputFrame>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL has the media type up to a comma, and then base64.
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

function describeBytes(base64: string): string {
  const count = byteLength(base64);
  return `${count} ${count === 1 ? 'byte' : 'bytes'} to send.`;
}

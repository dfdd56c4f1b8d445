/**
 * Finds the media type of bytes by their signature, and of a file by its name. Covers the formats that tools and resources return
 * most.
 *
 * Spec: https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern, and the formats' own documents for the others
 */

/** The media type of unrecognised bytes. */
export const unknownBytes = 'application/octet-stream';

/* oxlint-disable no-control-regex -- signatures are of bytes, and some bytes are control characters */

/** Matched against text with one character for each byte. */
const signatures: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/avif': /^.{4}ftypavi[fs]/s,
  'image/heic': /^.{4}ftyphei[cx]/s,
  'image/bmp': /^BM.{4}\0{4}/s,
  'image/tiff': /^(II\*\0|MM\0\*)/,
  'image/x-icon': /^\0\0\x01\0/,
  'audio/wav': /^RIFF.{4}WAVE/s,
  'audio/flac': /^fLaC/,
  'audio/aiff': /^FORM.{4}AIFF/s,
  'audio/midi': /^MThd\0{3}\x06/,
  'audio/mp4': /^.{4}ftypM4A /s,
  'audio/ogg': /^OggS\0.{23}(OpusHead|\x01vorbis|\x7fFLAC)/s,
  'audio/aac': /^\xff[\xf1\xf9]/,
  'audio/mpeg': /^(ID3|\xff[\xfb\xf3\xf2])/,
  'application/pdf': /^%PDF-/,
  'application/zip': /^PK\x03\x04/,
  'application/gzip': /^\x1f\x8b\x08/,
  'application/wasm': /^\0asm/,
  'video/mp4': /^.{4}ftyp(iso|mp4)/s,
};

/** The number of leading bytes needed to recognise a signature. */
const signatureBytes = 36;

/** Returns the media type that the bytes show; `undefined` if they match no known signature. */
export function mediaTypeOfBytes(bytes: Uint8Array): string | undefined {
  return mediaTypeOfStart(String.fromCharCode(...bytes.subarray(0, signatureBytes)));
}

/** Does the same for base64; four characters are three bytes. */
export function mediaTypeOfBase64(text: string): string | undefined {
  return mediaTypeOfStart(atob(text.slice(0, (signatureBytes / 3) * 4)));
}

function mediaTypeOfStart(start: string): string | undefined {
  return Object.keys(signatures).find((mediaType) => signatures[mediaType]?.test(start));
}

/** Types whose files end in the second half of their names. */
const namedByEnding =
  'image/png image/gif image/webp audio/wav audio/ogg video/mp4 text/csv text/html text/css application/pdf ' +
  'application/zip application/json application/xml application/yaml application/wasm';
const office = 'application/vnd.openxmlformats-officedocument';

const extensions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(namedByEnding.split(' ').map((type) => [type.slice(type.indexOf('/') + 1), type])),
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  gz: 'application/gzip',
  yml: 'application/yaml',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  js: 'text/javascript',
};

/** Returns the media type that a file's name shows; `undefined` for an unknown ending. */
export function mediaTypeOfName(name: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(extensions, ending) ? extensions[ending] : undefined;
}

/** Returns the file name ending for this media type; `bin` if unknown. */
export function endingOf(mediaType: string): string {
  return Object.entries(extensions).find(([, type]) => type === mediaType)?.[0] ?? 'bin';
}

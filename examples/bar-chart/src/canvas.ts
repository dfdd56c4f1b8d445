/**
 * A canvas of rectangles that becomes a PNG, with nothing but Node's zlib.
 */
import { crc32, deflateSync } from 'node:zlib';

/** In pixels, from the upper left corner. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = 3;

/** White at first. */
export class Canvas {
  readonly #pixels: Buffer;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#pixels = Buffer.alloc(width * height * bytesPerPixel, 0xff);
  }

  /** @param color as `#rrggbb` */
  paint({ left, top, width, height }: Rectangle, color: string): void {
    const pixel = Buffer.from(color.slice(1), 'hex');
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) pixel.copy(this.#pixels, (y * this.width + x) * bytesPerPixel);
    }
  }

  toPng(): Uint8Array {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2], 8); // eight bits for each of red, green and blue
    const rows = Array.from({ length: this.height }, (_, y) => this.#row(y));
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  /** A zero before each row: its bytes are stored as they are. */
  #row(y: number): Buffer {
    const length = this.width * bytesPerPixel;
    return Buffer.concat([Buffer.from([0]), this.#pixels.subarray(y * length, (y + 1) * length)]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

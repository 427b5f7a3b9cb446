import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Share of pixels that differ, 0 to 1; pictures of different size differ wholly. Both PNG. */
export function pixelDifference(reference: Uint8Array, actual: Uint8Array): number {
  if (Buffer.compare(reference, actual) === 0) return 0;
  const a = PNG.sync.read(Buffer.from(reference));
  const b = PNG.sync.read(Buffer.from(actual));
  if (a.width !== b.width || a.height !== b.height) return 1;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return different / (a.width * a.height);
}

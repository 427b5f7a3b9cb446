import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Returns the share of pixels that differ between two PNG images, 0 to 1; 1 if their sizes differ. */
export function pixelDifference(reference: Uint8Array, actual: Uint8Array): number {
  if (Buffer.compare(reference, actual) === 0) return 0;
  const a = PNG.sync.read(Buffer.from(reference));
  const b = PNG.sync.read(Buffer.from(actual));
  if (a.width !== b.width || a.height !== b.height) return 1;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return different / (a.width * a.height);
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A small ext4 file system on a loop device. Needs root. */
export type LoopDisk = Readonly<{
  folder: string;
  /** Takes all room but so many bytes. */
  fill: (leftBytes: number) => void;
  /** Gives it back. */
  makeRoom: () => void;
  unmount: () => void;
}>;

/** @param under a folder for its image @returns why there can be none on this computer */
export function mountLoopDisk(under: string, sizeBytes: number): LoopDisk | string {
  const image = path.join(under, `disk-${Math.random().toString(36).slice(2)}.img`);
  const folder = fs.mkdtempSync(path.join(under, 'disk-'));
  fs.writeFileSync(image, '');
  fs.truncateSync(image, sizeBytes);
  spawnSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
  const mounted = spawnSync('mount', ['-o', 'loop', image, folder], { encoding: 'utf8' });
  if (mounted.status !== 0) return `it cannot be mounted (${String(mounted.stderr).trim()})`;
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: (leftBytes) => {
      const { bavail, bsize } = fs.statfsSync(folder);
      try {
        fs.writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes), { flush: true });
      } catch (error) {
        // The map of its blocks takes some as well.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' || leftBytes > 0) throw error;
      }
    },
    makeRoom: () => fs.rmSync(filler, { force: true }),
    unmount: () => spawnSync('umount', ['-l', folder]),
  };
}

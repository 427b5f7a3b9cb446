import fs from 'node:fs';

export type FileSystemLimits = Readonly<{
  /** Name for messages. */
  name: string;
  /** Null if there is no relevant limit. */
  maxFileBytes: number | null;
  /** Windows naming rules: no `<>:"|?*\`, no device names, no space or dot at the end, case-insensitive. */
  windowsNames: boolean;
}>;

/** Largest file on FAT32, which stores sizes in 32 bits. */
const FAT32_FILE_BYTES = 2 ** 32 - 1;

const FAT32 = { name: 'FAT32', maxFileBytes: FAT32_FILE_BYTES, windowsNames: true };
const EXFAT = { name: 'exFAT', maxFileBytes: null, windowsNames: true };
const NTFS = { name: 'NTFS', maxFileBytes: null, windowsNames: true };

const BY_NAME: Readonly<Record<string, FileSystemLimits>> = {
  vfat: FAT32,
  fat32: FAT32,
  fat: FAT32,
  msdos: FAT32,
  'ms-dos fat32': FAT32,
  exfat: EXFAT,
  ntfs: NTFS,
  ntfs3: NTFS,
};

/** Magic numbers of statfs(2). All FUSE file systems share one. */
const BY_MAGIC: Readonly<Record<number, string>> = {
  19780: 'vfat',
  538032816: 'exfat',
  1397118030: 'ntfs',
  1936094318: 'ntfs3',
};

/** @param type name used by the system: `vfat`, `FAT32`, `ext4` */
export function limitsOf(type: string): FileSystemLimits {
  const known = BY_NAME[type.toLowerCase().replace(/^fuse\.(?:fuse)?|-fuse$/g, '')];
  return known ?? { name: type, maxFileBytes: null, windowsNames: process.platform === 'win32' };
}

/** Limits of the file system that contains a folder. */
export function limitsAt(folder: string): FileSystemLimits {
  return limitsOf(BY_MAGIC[fs.statfsSync(folder).type] ?? 'other');
}

const DEVICE_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Returns why a file system cannot store a file with this path; undefined if it can. */
export function whyNoName(
  path: string,
  { name: fileSystem, windowsNames }: FileSystemLimits,
): string | undefined {
  for (const name of path.split('/')) {
    if (Buffer.byteLength(name) > 255) return `${path}: contains a name longer than 255 bytes`;
    if (!windowsNames) continue;
    const character = /[<>:"|?*\\\p{Cc}]/u.exec(name)?.[0];
    if (character !== undefined)
      return `${path}: ${fileSystem} does not allow ${JSON.stringify(character)} in names`;
    if (DEVICE_NAMES.test(name)) return `${path}: ${name} is a reserved device name on Windows`;
    if (/[. ]$/.test(name)) return `${path}: ${fileSystem} does not allow names that end with a dot or space`;
  }
  return undefined;
}

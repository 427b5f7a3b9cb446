import fs from 'node:fs';

/** What a file system cannot hold, by the name that systems give it. */
export type FileSystemLimits = Readonly<{
  /** For people. */
  name: string;
  /** Null: no limit that matters. */
  maxFileBytes: number | null;
  /** Names as Windows has them: no `<>:"|?*\`, no device names, no blank or dot at the end, no difference of case. */
  windowsNames: boolean;
}>;

/** Largest file of FAT32: its size is 32 bits. */
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

/** Magic numbers of statfs(2). FUSE has one for all its file systems. */
const BY_MAGIC: Readonly<Record<number, string>> = {
  19780: 'vfat',
  538032816: 'exfat',
  1397118030: 'ntfs',
  1936094318: 'ntfs3',
};

/** @param type as the system calls it: `vfat`, `FAT32`, `ext4` */
export function limitsOf(type: string): FileSystemLimits {
  const known = BY_NAME[type.toLowerCase().replace(/^fuse\.(?:fuse)?|-fuse$/g, '')];
  return known ?? { name: type, maxFileBytes: null, windowsNames: process.platform === 'win32' };
}

/** Looks at what a folder lies on. */
export function limitsAt(folder: string): FileSystemLimits {
  return limitsOf(BY_MAGIC[fs.statfsSync(folder).type] ?? 'other');
}

const DEVICE_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Why a file system can hold no file of this path; undefined: it can. */
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

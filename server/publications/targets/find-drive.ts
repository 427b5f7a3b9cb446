import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';
import { type FileSystemLimits, limitsOf } from './file-systems.ts';

/** A mounted drive. */
export type Drive = Readonly<{
  mount: string;
  /** Its label; empty if it has none or the system does not report it. */
  label: string;
  isReadOnly: boolean;
  /**
   * Whether it can be plugged in: the system reports it, or mounts it where it mounts such drives. Never true for
   * shares and system drives.
   */
  isRemovable: boolean;
  /** Null if the system does not report it. */
  freeBytes: number | null;
  limits: FileSystemLimits;
}>;

/** Selects a drive by its label, wherever it is mounted, or by its mount point. */
export type DriveChoice = Readonly<{ label?: string | undefined; path?: string | undefined }>;

type Mounted = Readonly<{
  mount: string;
  type: string;
  device: string;
  isReadOnly: boolean;
  freeBytes: number | null;
}>;

/** Usual mount points of removable drives. */
const PLUGGED_IN = /^\/(media|run\/media|mnt|Volumes)\/./;

/** Lists everything that is mounted. */
export async function listDrives(): Promise<Drive[]> {
  const { default: system } = await import('systeminformation');
  const [sizes, devices] = await Promise.all([system.fsSize(), system.blockDevices()]);
  const mounted = sizes.map(({ mount, type, rw, fs: device, available }): Mounted => {
    return { mount, type, device, isReadOnly: rw === false, freeBytes: available };
  });
  const known = (device: string) => devices.find(({ name }) => `/dev/${name}` === device);
  return [...mounted, ...otherMounts(mounted)].map(({ mount, type, device, ...facts }) => {
    const own = devices.find((each) => each.mount === mount) ?? known(device);
    const disk = known(own?.device ?? ''); // partitions do not report how their disk is connected
    const isPluggable = own?.removable === true || own?.protocol === 'usb' || disk?.protocol === 'usb';
    const isLocal = own !== undefined || device.startsWith('/dev/');
    return {
      ...facts,
      mount,
      label: own?.label ?? '',
      isRemovable: isLocal && (isPluggable || PLUGGED_IN.test(mount)) && !isSystemDrive(mount),
      // FUSE hides the actual file system; the device reports it.
      limits: limitsOf(/^fuse/.test(type) ? own?.fsType || type : type),
    };
  });
}

/** Mounts that df(1) omits: FUSE file systems. */
function otherMounts(known: readonly Mounted[]): Mounted[] {
  if (process.platform !== 'linux') return [];
  const lines = fs.readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [device = '', mount = '', type = '', options = ''] = line.split(' ').map(unescaped);
    if (!type.startsWith('fuse') || known.some((drive) => drive.mount === mount)) return [];
    return [{ mount, type, device, isReadOnly: options.split(',').includes('ro'), freeBytes: null }];
  });
}

/** Decodes the octal escapes of getmntent(3), e.g. of spaces. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/**
 * Finds the selected drive and checks that it may be written to.
 * @throws OffprintError `target-unreachable` if it is not connected, `conflict` if several match, `target-refused` if
 *   it is read-only or a system drive
 */
export async function requireDrive(choice: DriveChoice, drives = listDrives()): Promise<Drive> {
  const { label, path: place } = choice;
  const named = label === undefined ? String(place) : `"${label}"`;
  const found = (await drives).filter((drive) =>
    label === undefined ? isSame(drive.mount, place ?? '') : drive.label === label,
  );
  const [drive] = found;
  if (!drive) {
    const others = (await drives).filter(({ mount }) => !isSystemDrive(mount));
    const list = others
      .map(({ mount, label: name }) => (name === '' ? mount : `${name} (${mount})`))
      .join(', ');
    throw new OffprintError(
      'target-unreachable',
      `The drive ${named} is not connected. Plug it in, wait until the system has mounted it, then try again. Connected: ${list || 'only the system drive'}.`,
    );
  }
  if (found.length > 1) {
    throw new OffprintError(
      'conflict',
      `Several drives are named ${named}: ${found.map(({ mount }) => mount).join(', ')}. Unplug all but one.`,
    );
  }
  if (isSystemDrive(drive.mount)) {
    throw new OffprintError(
      'target-refused',
      `${drive.mount} is a system drive, not a removable one. Choose another drive, or add a folder as the target.`,
    );
  }
  if (drive.isReadOnly) {
    throw new OffprintError(
      'target-refused',
      `The drive ${named} is read-only. Check its write-protect switch, or mount it with write access. If the drive is damaged, the system may have made it read-only.`,
    );
  }
  return drive;
}

/** Whether the system or the user's home folder is on this drive. */
function isSystemDrive(mount: string): boolean {
  const device = deviceOf(mount);
  const own = ['/', os.homedir(), ...(process.env.SystemDrive ? [`${process.env.SystemDrive}\\`] : [])];
  return own.some((place) => isSame(place, mount) || (device !== undefined && deviceOf(place) === device));
}

function deviceOf(place: string): number | undefined {
  return fs.statSync(place, { throwIfNoEntry: false })?.dev;
}

function isSame(a: string, b: string): boolean {
  return path.resolve(a) === path.resolve(b);
}

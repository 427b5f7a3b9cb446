import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';
import { type FileSystemLimits, limitsOf } from './file-systems.ts';

/** A drive that is mounted now. */
export type Drive = Readonly<{
  /** Where it is mounted. */
  mount: string;
  /** Its label; empty: none, or the system does not say. */
  label: string;
  isReadOnly: boolean;
  /** It can be plugged in: the system says so, or mounts it where it mounts such drives. Never a share, never the system's own. */
  isRemovable: boolean;
  /** Null: the system does not say. */
  freeBytes: number | null;
  limits: FileSystemLimits;
}>;

/** Which drive is meant: by its label, wherever it is mounted, or by where it is mounted. */
export type DriveChoice = Readonly<{ label?: string | undefined; path?: string | undefined }>;

type Mounted = Readonly<{
  mount: string;
  type: string;
  device: string;
  isReadOnly: boolean;
  freeBytes: number | null;
}>;

/** Where desktops and people mount what is plugged in. */
const PLUGGED_IN = /^\/(media|run\/media|mnt|Volumes)\/./;

/** All that is mounted, as the system tells it. */
export async function listDrives(): Promise<Drive[]> {
  const { default: system } = await import('systeminformation');
  const [sizes, devices] = await Promise.all([system.fsSize(), system.blockDevices()]);
  const mounted = sizes.map(({ mount, type, rw, fs: device, available }): Mounted => {
    return { mount, type, device, isReadOnly: rw === false, freeBytes: available };
  });
  const known = (device: string) => devices.find(({ name }) => `/dev/${name}` === device);
  return [...mounted, ...otherMounts(mounted)].map(({ mount, type, device, ...facts }) => {
    const own = devices.find((each) => each.mount === mount) ?? known(device);
    const disk = known(own?.device ?? ''); // a partition does not say what its disk is plugged into
    const isPluggable = own?.removable === true || own?.protocol === 'usb' || disk?.protocol === 'usb';
    const isLocal = own !== undefined || device.startsWith('/dev/');
    return {
      ...facts,
      mount,
      label: own?.label ?? '',
      isRemovable: isLocal && (isPluggable || PLUGGED_IN.test(mount)) && !isSystemDrive(mount),
      // FUSE hides what it stands for; the device says it.
      limits: limitsOf(/^fuse/.test(type) ? own?.fsType || type : type),
    };
  });
}

/** What df(1) leaves out: file systems of programs (FUSE). */
function otherMounts(known: readonly Mounted[]): Mounted[] {
  if (process.platform !== 'linux') return [];
  const lines = fs.readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [device = '', mount = '', type = '', options = ''] = line.split(' ').map(unescaped);
    if (!type.startsWith('fuse') || known.some((drive) => drive.mount === mount)) return [];
    return [{ mount, type, device, isReadOnly: options.split(',').includes('ro'), freeBytes: null }];
  });
}

/** getmntent(3): blanks and the like are octal there. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/**
 * The drive that is meant, if it may be written to.
 * @throws OffprintError `target-unreachable` when it is not there, `conflict` when several are meant, `target-refused` when
 *   it is read-only or the system's own
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

/** What the system or the user's own files are on. */
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

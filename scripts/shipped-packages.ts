import fs from 'node:fs';
import path from 'node:path';

/**
 * Development packages that Vite bundles into the interface: they are shipped although nobody installs them. A test
 * compares this list with the imports of the interface.
 */
export const BUNDLED = [
  '@base-ui/react',
  '@tanstack/react-virtual',
  'eventsource-parser',
  'intl-messageformat',
  'lucide-react',
  'qr',
  'react',
  'react-dom',
  'zustand',
] as const;

/** Licences of packages that only have a licence text. */
const IN_TEXT_ONLY: Readonly<Record<string, string>> = { 'node_modules/khroma': 'MIT' };

export type ShippedPackage = Readonly<{
  name: string;
  version: string;
  licence: string | undefined;
  /** Folder below the root: `node_modules/koa`. */
  place: string;
}>;

type LockedPackage = {
  version?: string;
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
};

/** Lists every package that ships with Offprint: its dependencies, and what is built into the interface. */
export function shippedPackages(root = process.cwd()): ShippedPackage[] {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const places = new Set(
    Object.keys(lock.packages).filter((place) => place !== '' && !lock.packages[place]?.dev),
  );
  const add = (name: string, from: string): void => {
    const place = resolve(lock.packages, name, from);
    if (place === undefined || places.has(place)) return;
    places.add(place);
    for (const dependency of Object.keys(lock.packages[place]?.dependencies ?? {})) add(dependency, place);
  };
  for (const name of BUNDLED) add(name, '');
  return [...places].sort().map((place) => ({
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: lock.packages[place]?.version ?? '',
    licence: lock.packages[place]?.license ?? oldLicence(path.join(root, place)) ?? IN_TEXT_ONLY[place],
    place,
  }));
}

/** Reads the licence of an old package from `licenses: [{ type }]`, which npm does not copy to the lock file. */
function oldLicence(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  if (!fs.existsSync(file)) return undefined; // optional, and not for this system
  const { licenses } = JSON.parse(fs.readFileSync(file, 'utf8')) as { licenses?: { type?: string }[] };
  return licenses?.map(({ type }) => type).join(' OR ');
}

/** Finds a package as Node does: nearest `node_modules` first. */
function resolve(packages: Record<string, LockedPackage>, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

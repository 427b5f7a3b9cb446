import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { shippedPackages } from './shipped-packages.ts';

export type Licence = Readonly<{ name: string; version: string; licence: string; text: string }>;

/** Returns the licences of everything that is shipped, with their texts. */
export function licences(root = process.cwd()): Licence[] {
  return goingOut(root).map(({ name, version, licence, place }) => ({
    name,
    version,
    licence: licence ?? '',
    text: licenceText(path.join(root, place)),
  }));
}

/**
 * Writes `third-party-licences.txt` and `sbom.cdx.json`, a CycloneDX list of what is shipped, which npm generates from
 * the lock file. It has no time and no random number: the same sources give the same bytes.
 */
export function writeThirdParty(root: string, folder: string): void {
  const text = licences(root).map(
    ({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text}\n`,
  );
  fs.writeFileSync(path.join(folder, 'third-party-licences.txt'), text.join(`\n${'─'.repeat(80)}\n\n`));
  fs.writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom(root), null, 1)}\n`);
}

type Component = { name: string; version: string; 'bom-ref': string; properties?: unknown };
type Bom = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

function sbom(root: string): Bom {
  // What is built into the interface is a development package in this repository.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev'];
  const made = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const { serialNumber: _random, metadata, components, dependencies, ...head } = JSON.parse(made) as Bom;
  const { timestamp: _now, component, ...rest } = metadata;
  const shipped = new Set(goingOut(root).map(({ name, version }) => `${name}@${version}`));
  // Drop what npm reports about places and dependents of packages: it only applies to this repository.
  const kept = components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    .map(({ properties: _here, ...one }) => one);
  const refs = new Set([component, ...kept].map((one) => one['bom-ref']));
  const { properties: _private, ...offprint } = component;
  return {
    ...head,
    metadata: { ...rest, component: { ...offprint, name: 'offprint' } },
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

/**
 * Lists the shipped packages, without those that carry Node for development. A package that is installed twice counts
 * once.
 */
function goingOut(root: string) {
  const packages = shippedPackages(root).filter(({ name }) => !/^node-(linux|win|darwin)-/.test(name));
  return [...new Map(packages.map((one) => [`${one.name} ${one.version}`, one])).values()];
}

/** Returns the licence text; empty if the package has none, or is for another platform and not installed here. */
function licenceText(folder: string): string {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const file = names.find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  return file === undefined ? '' : fs.readFileSync(path.join(folder, file), 'utf8').trim();
}

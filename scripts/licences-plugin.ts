import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { shippedPackages } from './shipped-packages.ts';

const NAME = 'virtual:licences';

/** Gives the interface the licences of everything that is shipped, with their texts, as a module of its own. */
export function licencesPlugin(): Plugin {
  return {
    name: 'offprint-licences',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(licences())};` : undefined),
  };
}

function licences(root = process.cwd()) {
  const packages = shippedPackages(root).filter(({ name }) => !/^node-(linux|win|darwin)-/.test(name));
  // Where two packages need the same one it may be installed twice.
  const once = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  return [...once.values()].map(({ name, version, licence, place }) => ({
    name,
    version,
    licence: licence ?? '',
    text: licenceText(path.join(root, place)),
  }));
}

/** Empty where the package carries none, or is for another platform and not installed here. */
function licenceText(folder: string): string {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const file = names.find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  return file === undefined ? '' : fs.readFileSync(path.join(folder, file), 'utf8').trim();
}

import fs from 'node:fs';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/** Fuses as stored in Electron's programs: a marker, the version of the list, its length, one character per fuse. */
const FUSES = Buffer.concat([
  Buffer.alloc(64),
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100011'),
  Buffer.alloc(64),
]);
const VERSION = JSON.parse(fs.readFileSync('node_modules/electron/package.json', 'utf8')).version as string;

/**
 * Makes the parts of an Electron release that electron-builder needs; the release itself is not available here.
 * @returns the folder
 */
export function electronStub(folder: string, platform: 'linux' | 'win32'): string {
  const files: Record<string, string | Buffer> =
    platform === 'linux'
      ? {
          electron: Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), FUSES]),
          chrome_crashpad_handler: '',
          'chrome-sandbox': '',
        }
      : { 'electron.exe': Buffer.concat([windowsProgram(), FUSES]) };
  const common = { version: VERSION, LICENSE: 'licence', 'LICENSES.chromium.html': 'licences' };
  const locales = { 'locales/en-US.pak': '', 'locales/fr.pak': '', 'locales/de.pak': '' };
  for (const [name, content] of Object.entries({ ...files, ...common, ...locales, 'resources/x': '' })) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (name !== 'resources/x') fs.writeFileSync(file, content, { mode: name in files ? 0o755 : 0o644 });
  }
  return folder;
}

/** An empty program with the version information that Windows shows, which electron-builder replaces. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const facts = Resource.VersionInfo.createEmpty();
  facts.setFileVersion(1, 0, 0, 0, 1033);
  facts.setStringValues(
    { lang: 1033, codepage: 1200 },
    { ProductName: 'Electron', FileDescription: 'Electron', OriginalFilename: 'electron.exe' },
  );
  facts.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

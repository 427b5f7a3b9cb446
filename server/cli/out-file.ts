import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline/promises';
import { OffprintError, systemCode } from '../errors.ts';

export type ArchiveFormat = 'zip' | 'tar.gz';

/** Checks the path for a bundle and makes it absolute. @throws OffprintError `usage` if nothing can be written there */
export function checkedOut(out: string): string {
  const file = path.resolve(out);
  refuseFolder(out, 'handbook.zip');
  if (!/\.(zip|tar\.gz)$/.test(file))
    throw new OffprintError(
      'usage',
      `The bundle's file name must end in .zip or .tar.gz, not "${path.basename(out)}".`,
    );
  if (!fs.existsSync(path.dirname(file)))
    throw new OffprintError('usage', `The folder ${path.dirname(file)} does not exist. Create it first.`);
  if (fs.existsSync(file) && !fs.statSync(file).isFile())
    throw new OffprintError('usage', `${file} is not a file. Choose another name.`);
  try {
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
  } catch (error) {
    throw new OffprintError(
      'usage',
      `Cannot write to the folder ${path.dirname(file)} (${systemCode(error)}). Choose another folder for the bundle.`,
    );
  }
  return file;
}

/** Rejects a file name that is the name of a folder. @throws OffprintError `usage` */
export function refuseFolder(name: string, example: string): void {
  if (!fs.existsSync(name) || !fs.statSync(name).isDirectory()) return;
  throw new OffprintError(
    'usage',
    `"${name}" is a folder. Use a file name such as ${path.join(name, example)}.`,
  );
}

export const FORCE = ['--force', 'overwrite the --out file if it exists'] as const;

export const IN_FOLDER = [
  '--archive-folder',
  "put the bundle's files in a single folder named after the site and version",
] as const;

/** Destination of a bundle. */
export type Destination = Readonly<{
  /** Absolute path. */
  file: string;
  /** Whether it unpacks into one folder, if the server setting `archiveFolder` is on. */
  forPeople: boolean;
}>;

/** @param options of the command: FORCE, IN_FOLDER @throws as outFile */
export async function destinationOf(
  options: Readonly<{ out?: string; force?: boolean; archiveFolder?: boolean }>,
): Promise<Destination | undefined> {
  if (options.out === undefined) return undefined;
  return { file: await outFile(options.out, options), forPeople: options.archiveFolder === true };
}

/**
 * Checks the path for a bundle and makes it absolute. An existing file is replaced only with `--force` or after
 * confirmation at a terminal.
 * @throws OffprintError `usage` if nothing can be written there
 */
export async function outFile(out: string, options: Readonly<{ force?: boolean }>): Promise<string> {
  const file = checkedOut(out);
  if (options.force || !fs.existsSync(file)) return file;
  const { stdin, stderr } = process;
  if (stdin.isTTY && stderr.isTTY) {
    const terminal = readline.createInterface({ input: stdin, output: stderr });
    const answer = await terminal.question(`${file} already exists. Replace it? [y/N] `).catch(() => {
      stderr.write('\n');
      throw new OffprintError('canceled', 'Canceled. Nothing was written.'); // Ctrl-C
    });
    terminal.close();
    if (/^y(es)?$/i.test(answer.trim())) return file;
    throw new OffprintError('usage', 'Nothing was written. Choose another name.');
  }
  throw new OffprintError(
    'usage',
    `${file} already exists. Add --force to replace it, or choose another name.`,
  );
}

/** Returns the archive format for a bundle's file name. */
export function formatOf(out: string): ArchiveFormat {
  return out.endsWith('.zip') ? 'zip' : 'tar.gz';
}

/** Rejects a format that contradicts the bundle's file name. @throws OffprintError `usage` */
export function requireFit(out: string, format: string): void {
  if (formatOf(out) === format) return;
  throw new OffprintError(
    'usage',
    `The format ${format} does not match the name ${path.basename(out)}. Use a name that ends in .${format}.`,
  );
}

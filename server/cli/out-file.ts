import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline/promises';
import { OffprintError, systemCode } from '../errors.ts';

export type ArchiveFormat = 'zip' | 'tar.gz';

/** The place for a bundle, absolute. @throws OffprintError `usage` when nothing can be put there */
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

/** @throws OffprintError `usage` where the name of a file is that of a folder */
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

/** Where a bundle goes. */
export type Destination = Readonly<{
  /** Absolute. */
  file: string;
  /** It unpacks into one folder, where the setting `archiveFolder` of the server is on. */
  forPeople: boolean;
}>;

/** @param options those of the command: FORCE, IN_FOLDER. @throws as outFile */
export async function destinationOf(
  options: Readonly<{ out?: string; force?: boolean; archiveFolder?: boolean }>,
): Promise<Destination | undefined> {
  if (options.out === undefined) return undefined;
  return { file: await outFile(options.out, options), forPeople: options.archiveFolder === true };
}

/**
 * The place for a bundle, absolute. A file that is there is replaced with `--force`, or where somebody at a terminal says so.
 * @throws OffprintError `usage` when nothing can be put there
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

/** The archive format that the name of a bundle stands for. */
export function formatOf(out: string): ArchiveFormat {
  return out.endsWith('.zip') ? 'zip' : 'tar.gz';
}

/** @throws OffprintError `usage` when a format is asked for that the name of the bundle contradicts */
export function requireFit(out: string, format: string): void {
  if (formatOf(out) === format) return;
  throw new OffprintError(
    'usage',
    `The format ${format} does not match the name ${path.basename(out)}. Use a name that ends in .${format}.`,
  );
}

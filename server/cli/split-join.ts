import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { descriptorFor } from '../bundles/volumes.ts';
import { OffprintError } from '../errors.ts';
import { interruptible } from './interrupt.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { formatBytes, type Output, outputFor, plural } from './terminal.ts';

export function splitCommand(): Command {
  return offprintCommand('split')
    .summary('split a bundle or delta into volumes')
    .description(
      'Splits an archive into files that fit on a drive or disc, and writes a file that describes them. Works without a data folder or a network. To continue an interrupted split, run the command again.',
    )
    .argument('<file>', 'a bundle or delta')
    .option(
      '--size <size>',
      'volume size in bytes, or with a unit, like 700MB or 4GiB (default: the largest file FAT32 allows)',
    )
    .option('--out <folder>', 'folder to put the volumes in (default: next to the file)')
    .action(async (given: string, options: CommonOptions & { size?: string; out?: string }) => {
      const output = outputFor(options.json === true);
      const file = path.resolve(given);
      const folder = path.resolve(options.out ?? path.dirname(file));
      if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new OffprintError('usage', `The folder ${folder} does not exist. Create it first.`);
      const { splitFile, VOLUME_BYTES_DEFAULT } = await import('../bundles/split-volumes.ts');
      const volumeBytes = options.size === undefined ? VOLUME_BYTES_DEFAULT : parseSize(options.size);
      const { descriptor, descriptorFile } = await interruptible((signal) =>
        splitFile({ file, folder, volumeBytes }, signal, (phase, done, total) =>
          progressOf(phase, output)(done, total),
        ),
      );
      output.progressDone();
      const { volumes, sha256 } = descriptor;
      output.result({ descriptorFile, ...descriptor });
      output.table(
        ['VOLUME', 'BYTES', 'SHA-256'],
        volumes.map(({ name, sizeBytes, ...volume }) => [name, sizeBytes, volume.sha256]),
      );
      output.line(`Keep      ${descriptorFile} with the ${plural(volumes.length, 'volume')}`);
      output.line(`SHA-256   ${sha256} (of the whole archive)`);
    });
}

export function joinCommand(): Command {
  return offprintCommand('join')
    .summary('join volumes into a bundle or delta')
    .description(
      'Checks every volume and the joined archive, and reports any volume that is missing, altered or from another archive. Works without a data folder or a network.',
    )
    .argument(
      '<volumes>',
      'the file that describes the volumes (….volumes.json), or a volume in the same folder',
    )
    .option(
      '--out <file>',
      'where to put the archive (default: next to the volumes, under its original name)',
    )
    .action(async (given: string, options: CommonOptions & { out?: string }) => {
      const output = outputFor(options.json === true);
      const descriptorFile = descriptorFor(path.resolve(given));
      if (descriptorFile === undefined) {
        throw new OffprintError(
          'usage',
          `${given} is not a volume. Use a file like docs.zip.001 or docs.zip.volumes.json.`,
        );
      }
      const { readVolumesDescriptor } = await import('../bundles/volumes.ts');
      const { joinVolumes } = await import('../bundles/split-volumes.ts');
      const name = readVolumesDescriptor(descriptorFile).file;
      const out = path.resolve(options.out ?? path.join(path.dirname(descriptorFile), name));
      if (fs.existsSync(out)) {
        throw new OffprintError(
          'usage',
          `${out} already exists. Remove it, or choose another name with --out.`,
        );
      }
      const { sizeBytes, sha256, volumes } = await interruptible((signal) =>
        joinVolumes({ descriptorFile, out }, signal, progressOf('joining', output)),
      );
      output.progressDone();
      output.result({ file: out, sizeBytes, sha256, volumes: volumes.length });
      output.line(`Joined    ${out} (${formatBytes(sizeBytes)}, ${plural(volumes.length, 'volume')})`);
      output.line(`SHA-256   ${sha256}`);
    });
}

function progressOf(what: string, output: Output): (done: number, total: number) => void {
  return (done, total) =>
    output.progress(done / total, `${what} · ${formatBytes(done)} of ${formatBytes(total)}`);
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
};

/** Parses a size such as `700MB` or `4 GiB` into bytes. @throws OffprintError `usage` */
export function parseSize(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(number) * (UNITS[unit.toUpperCase()] ?? Number.NaN));
  if (number !== '' && Number.isSafeInteger(bytes) && bytes >= 1) return bytes;
  throw new OffprintError(
    'usage',
    `"${text}" is not a valid size. Use a number of bytes, or a number with kB, MB, GB, KiB, MiB or GiB.`,
  );
}

import fs from 'node:fs';
import { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { interruptible } from './interrupt.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { checkedOut, FORCE, outFile } from './out-file.ts';
import { formatBytes, outputFor, plural } from './terminal.ts';

type DeltaOptions = CommonOptions & Readonly<{ out: string; force?: boolean }>;

export function deltaCommand(): Command {
  const make = offprintCommand('make')
    .description('Write a file that contains only what changed between two bundles.')
    .argument('<base>', 'the older bundle, a .zip')
    .argument('<target>', 'the newer bundle, a .zip')
    .requiredOption('--out <file>', 'file to write the delta to, a .zip')
    .option(...FORCE)
    .action(async (base: string, target: string, options: DeltaOptions) => {
      const output = outputFor(options.json === true);
      const out = await zipOut(options, [base, target]);
      const { writeDelta } = await import('../bundles/write-delta.ts');
      const { sizeBytes, sha256, header } = await interruptible((signal) =>
        writeDelta({ base, target, out }, signal),
      );
      const { base: from, target: to, counts } = header;
      output.result({ file: out, sizeBytes, sha256, base: from, target: to, files: counts.files });
      const share = ((100 * sizeBytes) / to.sizeBytes).toFixed(1);
      output.line(`Base      ${from.domain} ${from.version}, SHA-256 ${from.sha256}`);
      output.line(`Target    ${to.domain} ${to.version}, SHA-256 ${to.sha256}`);
      output.line(
        `Delta     ${out} (${formatBytes(sizeBytes)}, ${share}% of the target; ${plural(counts.files, 'file')})`,
      );
      output.line(`SHA-256   ${sha256}`);
      if (from.domain !== to.domain) {
        output.note(
          `The two bundles are of different sites. Only a reader with this bundle of ${from.domain} can apply the delta.`,
        );
      }
    });

  const apply = offprintCommand('apply')
    .description('Rebuild the newer bundle, byte for byte, from the older one and a delta.')
    .argument('<base>', 'the older bundle, a .zip')
    .argument('<delta>', 'the delta, from `offprint delta make` or the API')
    .requiredOption('--out <file>', 'file to write the newer bundle to, a .zip')
    .option(...FORCE)
    .action(async (base: string, delta: string, options: DeltaOptions) => {
      const output = outputFor(options.json === true);
      const out = await zipOut(options, [base, delta]);
      const { applyDelta } = await import('../bundles/apply-delta.ts');
      const { base: from, target: to } = await interruptible((signal) =>
        applyDelta({ base, delta, out }, signal),
      );
      output.result({ file: out, base: from, target: to });
      output.line(`Made      ${out} (${formatBytes(to.sizeBytes)}): ${to.domain} ${to.version}`);
      output.line(`SHA-256   ${to.sha256}`);
    });

  for (const command of [make, apply])
    command.exitOverride().showHelpAfterError('(add --help to list the options)');

  return new Command('delta')
    .summary('transfer only what changed between two bundles')
    .description('Deltas between two bundles of the same site. No data folder or network is needed.')
    .addCommand(make)
    .addCommand(apply);
}

/** Checks the output file and makes it absolute: it must be a zip and none of the sources. */
async function zipOut({ out, force }: DeltaOptions, sources: readonly string[]): Promise<string> {
  const file = checkedOut(out);
  if (!file.endsWith('.zip')) throw new OffprintError('usage', `The output file must be a .zip, not ${out}.`);
  const taken = fs.statSync(file, { throwIfNoEntry: false });
  for (const source of sources) {
    const found = fs.statSync(source, { throwIfNoEntry: false });
    if (!taken || !found || found.dev !== taken.dev || found.ino !== taken.ino) continue;
    throw new OffprintError('usage', `--out would replace ${source}. Choose another name.`);
  }
  return outFile(out, { ...(force !== undefined && { force }) });
}

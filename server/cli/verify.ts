import type { Command } from 'commander';
import { type CommonOptions, offprintCommand } from './options.ts';
import { formatBytes, outputFor, plural } from './terminal.ts';
import { integrityResult, operatorLine, wholeBundle } from './whole-bundle.ts';

export function verifyCommand(): Command {
  return offprintCommand('verify')
    .summary('check that a bundle is whole and unaltered')
    .description(
      'Compares every file of a bundle with the SHA-256 in its manifest. Needs no data folder and no network.',
    )
    .argument('<bundle>', 'a .zip or .tar.gz made by Offprint')
    .action(async (file: string, options: CommonOptions) => {
      const output = outputFor(options.json === true);
      const integrity = await wholeBundle(file, output);
      if (!integrity) return;
      const { domain, version, digest, counts } = integrity.manifest;
      output.result(integrityResult(file, integrity));
      for (const name of integrity.operatorFiles) output.line(operatorLine(name));
      output.line(
        `Intact    ${domain} ${version}: ${plural(counts.files, 'file')}, ${formatBytes(counts.sizeBytes)}, as packed`,
      );
      output.line(`Digest    ${digest}`);
      if (counts.missing > 0)
        output.line(
          `Note      ${plural(counts.missing, 'thing')} of the site were missing when it was exported`,
        );
    });
}

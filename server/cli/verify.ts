import type { Command } from 'commander';
import { EXIT } from './exit-codes.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { formatBytes, outputFor, plural } from './terminal.ts';

export function verifyCommand(): Command {
  return offprintCommand('verify')
    .summary('check that a bundle is whole and unaltered')
    .description(
      'Compares every file of a bundle with the SHA-256 in its manifest. Needs no data folder and no network.',
    )
    .argument('<bundle>', 'a .zip or .tar.gz made by Offprint')
    .action(async (file: string, options: CommonOptions) => {
      const output = outputFor(options.json === true);
      const { verifyBundle } = await import('../bundles/verify.ts');
      const { manifest, faults, operatorFiles } = await verifyBundle(file);
      const { domain, version, digest, counts } = manifest;
      output.result({
        file,
        intact: faults.length === 0,
        domain,
        version,
        digest,
        counts,
        faults,
        operatorFiles,
      });
      for (const name of operatorFiles) output.line(`${name} was set by an operator after the export.`);
      if (faults.length === 0) {
        output.line(
          `Intact    ${domain} ${version}: ${plural(counts.files, 'file')}, ${formatBytes(counts.sizeBytes)}, as packed`,
        );
        output.line(`Digest    ${digest}`);
        if (counts.missing > 0)
          output.line(
            `Note      ${plural(counts.missing, 'thing')} of the site were missing when it was exported`,
          );
        return;
      }
      for (const fault of faults) output.line(fault.text);
      output.note(
        `offprint: ${file} is not what was packed (${plural(faults.length, 'fault')}). Fetch the bundle again from its source.`,
      );
      process.exitCode = EXIT.integrity;
    });
}

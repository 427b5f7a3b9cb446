import path from 'node:path';
import type { Command } from 'commander';
import { OffprintError } from '../errors.ts';
import { type CommonOptions, offprintCommand } from './options.ts';
import { updateSidecar } from './sidecar.ts';
import { formatBytes, outputFor } from './terminal.ts';
import type { Signed } from './wire.ts';
import { withApi } from './with-api.ts';

export function signCommand(): Command {
  return offprintCommand('sign')
    .summary('sign an unsigned bundle')
    .description(
      "Signs a bundle, a delta or an unpacked bundle with this installation's key (create one with: offprint trust create). Exports are signed automatically. The archive is rewritten in place.",
    )
    .argument('<bundle>', 'a .zip or .tar.gz made by Offprint, or an unpacked bundle')
    .action((given: string, options: CommonOptions) =>
      withApi(options, 'change', async (api) => {
        const output = outputFor(options.json === true);
        if (!api.local()) {
          throw new OffprintError(
            'usage',
            'The signing key is on the computer that runs the server. Run offprint sign there, or use --data <folder>.',
          );
        }
        const file = path.resolve(given);
        const signed = await api.request<Signed>('POST', '/v1/trust/signatures', { path: file });
        const { sizeBytes, sha256, fingerprint } = signed;
        if (sizeBytes !== null && sha256 !== null) await updateSidecar(file, { sizeBytes, sha256 });
        output.result({ file, ...signed });
        output.line(`Signed    ${file}${sizeBytes === null ? '' : ` (${formatBytes(sizeBytes)})`}`);
        if (sha256 !== null) output.line(`SHA-256   ${sha256}`);
        output.line(`Key       ${fingerprint}`);
      }),
    );
}

import type { Command } from 'commander';
import { verificationBody } from '../api/verification-body.ts';
import type { Verification } from '../bundles/verification.ts';
import type { VerifyOptions } from '../bundles/verify-source.ts';
import { descriptorFor } from '../bundles/volumes.ts';
import { EXIT, EXIT_OF_VERDICT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { type ApiOptions, apiCommand } from './options.ts';
import { isAddress, remoteArchive } from './remote-archive.ts';
import { formatBytes, type Output, outputFor, plural } from './terminal.ts';
import { trustedKeysFor } from './trusted-keys.ts';
import { operatorLine } from './whole-bundle.ts';

type Options = ApiOptions &
  Readonly<{ key?: string; allowUnsigned?: boolean; followRedirects?: boolean; ca?: string }>;

export function verifyCommand(): Command {
  return apiCommand('verify')
    .summary('check who signed a bundle and whether it is complete and unaltered')
    .description(
      'Reads a bundle or delta, compares every file with the signed list of files, and reports whether it was signed with a trusted key (see offprint trust). The exit code shows the verdict. Works without a network and, with --key, without a data folder.',
    )
    .argument(
      '<bundle>',
      'a .zip or .tar.gz, an unpacked bundle, volumes (….volumes.json or ….001), or an http(s) address',
    )
    .option('--key <file>', 'trust only this public key')
    .option(
      '--allow-unsigned',
      'exit with 0 if the bundle is unsigned but matches its manifest, even if there are trusted keys',
    )
    .option('--follow-redirects', 'follow redirects, but never from https to http')
    .action(async (given: string, options: Options) => {
      const output = outputFor(options.json === true);
      const trusted = await trustedKeysFor(options, output);
      const verification = await interruptible((signal) =>
        verify(given, options, {
          trusted,
          signal,
          ...(process.stderr.isTTY && { onBytes: progressOf(output) }),
        }),
      );
      output.progressDone();
      const { verdict } = verification;
      // Without trusted keys, nobody expects a signature.
      const isAllowed = options.allowUnsigned === true || trusted.length === 0;
      print(given, verification, options.allowUnsigned === true, output);
      if (verdict === 'unsigned' && !isAllowed) output.note('To accept it unsigned, add --allow-unsigned.');
      process.exitCode = verdict === 'unsigned' && isAllowed ? EXIT.done : EXIT_OF_VERDICT[verdict];
    });
}

async function verify(given: string, options: Options, how: VerifyOptions): Promise<Verification> {
  const { verifyPath, verifyStream } = await import('../bundles/verify-source.ts');
  if (!isAddress(given)) return verifyPath(given, how);
  const { ca, followRedirects } = options;
  return verifyStream(await remoteArchive(given, { ca, followRedirects, signal: how.signal }), how);
}

function progressOf(output: Output): NonNullable<VerifyOptions['onBytes']> {
  return (done, total) => {
    if (total === undefined) output.progress(0, `verifying · ${formatBytes(done)}`);
    else output.progress(done / total, `verifying · ${formatBytes(done)} of ${formatBytes(total)}`);
  };
}

function print(given: string, verification: Verification, allowsUnsigned: boolean, output: Output): void {
  const body = verificationBody(verification);
  const { manifest, signer, faults, operatorFiles, delta } = verification;
  const legacy = manifest && {
    domain: manifest.domain,
    version: manifest.version,
    digest: manifest.digest,
    counts: manifest.counts,
  };
  output.result({ file: given, intact: faults.length === 0, ...legacy, ...body, faults });
  for (const name of operatorFiles) output.line(operatorLine(name));
  for (const { kind, text } of faults) {
    if (kind === 'structure') output.note(`offprint: ${text}`);
    else output.line(text);
  }
  const isWhole = faults.length === 0;
  if (isWhole && manifest) {
    const { files, sizeBytes } = manifest.counts;
    output.line(
      `Intact    ${manifest.domain} ${manifest.version}: ${plural(files, 'file')}, ${formatBytes(sizeBytes)}, unchanged since it was packed`,
    );
    output.line(`Digest    ${manifest.digest}`);
    if (manifest.counts.missing > 0)
      output.line(
        `Note      ${plural(manifest.counts.missing, 'file')} ${manifest.counts.missing === 1 ? 'was' : 'were'} missing when the site was exported`,
      );
  }
  if (isWhole && delta) {
    output.line(`Delta     ${delta.target.domain} ${delta.base.version} -> ${delta.target.version}`);
    const file = isAddress(given) || descriptorFor(given) ? '<delta.zip>' : given;
    if (descriptorFor(given)) output.line(`Join      offprint join ${given} --out ${file}`);
    output.line(`Apply     offprint delta apply <base> ${file} --out <bundle.zip>`);
  }
  if (isWhole && signer) {
    const name = signer.voucher?.revokedAt === null ? `${signer.name}, with a newer key` : signer.name;
    output.line(`Signer    ${name ?? 'unknown'}`);
    output.line(`Key       ${signer.fingerprint}`);
  }
  output.line(`Verdict   ${body.verdict}: ${body.summary}`);
  const isReadable = !faults.some(({ kind }) => kind === 'structure'); // otherwise the fault says what to do
  if (body.verdict !== 'valid') {
    const isAccepted = body.verdict === 'unsigned' && allowsUnsigned;
    if (isReadable && !isAccepted) output.note(`offprint: ${body.whatToDo}`);
  } else if (body.whatToDo !== 'Nothing.') output.line(`Note      ${body.whatToDo}`);
}

import type { Integrity } from '../bundles/verify.ts';
import { EXIT } from './exit-codes.ts';
import { type Output, plural } from './terminal.ts';

/**
 * Compares a bundle with its manifest. If they differ, prints the differences and sets the exit code.
 * @returns undefined if the bundle was rejected
 * @throws OffprintError as verifyBundle
 */
export async function wholeBundle(file: string, output: Output): Promise<Integrity | undefined> {
  const { verifyBundle } = await import('../bundles/verify.ts');
  const integrity = await verifyBundle(file);
  const { faults, operatorFiles } = integrity;
  if (faults.length === 0) return integrity;
  output.result(integrityResult(file, integrity));
  for (const name of operatorFiles) output.line(operatorLine(name));
  for (const fault of faults) output.line(fault.text);
  output.note(
    `offprint: ${file} has changed since it was packed (${plural(faults.length, 'fault')}). Fetch the bundle again from its source.`,
  );
  process.exitCode = EXIT.integrity;
  return undefined;
}

export function integrityResult(file: string, { manifest, faults, operatorFiles }: Integrity): object {
  const { domain, version, digest, counts } = manifest;
  return { file, intact: faults.length === 0, domain, version, digest, counts, faults, operatorFiles };
}

export function operatorLine(name: string): string {
  return `${name} was added by an operator after the export.`;
}

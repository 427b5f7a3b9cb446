import { OffprintError } from './errors.ts';
import { readPlainFile } from './plain-file.ts';

/** Lists of all authorities have some hundred kilobytes. */
const BYTES_MAX = 16 * 2 ** 20;

/**
 * The certificates in a PEM file, each for itself, in their order.
 * @param setting that names the file, for the message
 * @throws OffprintError `usage` when it cannot be read, or holds none
 */
export function readCertificates(file: string, setting: string): string[] {
  const text = readPlainFile(file, `The certificate file (${setting})`, BYTES_MAX).toString('utf8');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (certificates) return certificates;
  throw new OffprintError(
    'usage',
    `The file ${file} contains no certificate in PEM format (-----BEGIN CERTIFICATE-----). Check ${setting}.`,
  );
}

import { OffprintError } from './errors.ts';
import { readPlainFile } from './plain-file.ts';

/** Bundles of all public authorities have a few hundred kilobytes. */
const BYTES_MAX = 16 * 2 ** 20;

/**
 * Reads the certificates of a PEM file, one string each, in order.
 * @param setting name of the setting that contains the path, for error messages
 * @throws OffprintError `usage` if the file cannot be read or contains no certificate
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

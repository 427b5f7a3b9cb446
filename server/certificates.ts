import fs from 'node:fs';
import { OffprintError, systemCode } from './errors.ts';

/**
 * The certificates in a PEM file, each for itself, in their order.
 * @param setting that names the file, for the message
 * @throws OffprintError `usage` when it cannot be read, or holds none
 */
export function readCertificates(file: string, setting: string): string[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new OffprintError(
      'usage',
      `The file of certificates ${file} cannot be read (${systemCode(error)}). Correct ${setting}.`,
      error,
    );
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (certificates) return certificates;
  throw new OffprintError(
    'usage',
    `The file ${file} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----). Correct ${setting}.`,
  );
}

import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { redacted } from '../redacted.ts';

/** @param parts files of the archive, by name without `.json` @returns a zip of them as JSON, without secrets */
export function diagnosticsArchive(parts: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, value] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(redacted(`${JSON.stringify(value, null, 2)}\n`)), `${name}.json`);
  }
  zip.end();
  return buffer(zip.outputStream);
}

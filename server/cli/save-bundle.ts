import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import type { Bundle } from '../store/bundles.ts';
import type { ExportJob } from '../store/exports.ts';

/**
 * Copies a kept bundle to where the user wants it, at once or not at all, with a sidecar that holds what the bundle
 * itself must not: job, time, size and checksum of the archive.
 */
export async function saveBundle(kept: string, out: string, job: ExportJob, bundle: Bundle): Promise<void> {
  const temporary = path.join(path.dirname(out), `.${path.basename(out)}.${randomBytes(4).toString('hex')}`);
  try {
    await fs.promises.copyFile(kept, temporary, fs.constants.COPYFILE_FICLONE);
    const handle = await fs.promises.open(temporary, 'r+');
    await handle.chmod(0o644);
    await handle.sync();
    await handle.close();
    await fs.promises.rename(temporary, out);
    const sidecar = {
      file: path.basename(out),
      sizeBytes: bundle.sizeBytes,
      sha256: bundle.sha256,
      digest: bundle.digest,
      domain: job.domain,
      version: job.version,
      jobId: job.id,
      packedAt: job.packedAt,
      verdict: job.verdict,
    };
    await fs.promises.writeFile(`${out}.json`, `${JSON.stringify(sidecar, null, 2)}\n`);
  } catch (error) {
    await fs.promises.rm(temporary, { force: true });
    const fault = asOffprintError(error);
    throw new OffprintError(
      fault.code === 'disk-full' ? 'disk-full' : 'usage',
      `The bundle could not be written to ${out} (${systemCode(error) ?? fault.message}). It is whole and kept as ${kept}: copy it from there, or make room or choose another place and run the same command again.`,
      error,
    );
  }
}

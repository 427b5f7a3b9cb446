import fs from 'node:fs';
import path from 'node:path';
import { type DeltaHeader, describeEnd } from '../bundles/delta.ts';
import { OffprintError } from '../errors.ts';
import { receivedFolder } from '../store/job-folder.ts';
import { findBaseBundles, findReceivedTwin } from '../store/received.ts';
import type { Host } from '../writer/host.ts';

/** Returns the base archive of a delta, among bundles that were exported or kept here or are waiting for a decision. */
export async function findDeltaBase(host: Host, base: DeltaHeader['base']): Promise<string | undefined> {
  for (const { jobId, file, sha256 } of findBaseBundles(host.store(), base)) {
    const place = path.join(host.dataFolder, file);
    if (sha256 === base.sha256 && fs.existsSync(place)) return place;
    const zip = await host.command('bundleVariant', jobId, { format: 'zip' }).catch(() => undefined);
    if (zip?.sha256 === base.sha256) return path.join(host.dataFolder, zip.file);
  }
  const twin = findReceivedTwin(host.store(), base.sha256);
  return twin?.status === 'waiting'
    ? path.join(receivedFolder(host.dataFolder, twin.id), `bundle.${twin.format}`)
    : undefined;
}

/** Error for a delta whose base is not here. */
export function missingBase({ base, target }: DeltaHeader): OffprintError {
  return new OffprintError(
    'not-found',
    `This is a delta that creates ${target.domain} ${target.version} from ${describeEnd(base)}, digest ${base.digest}. The base bundle is not here. Receive and keep it first, then receive the delta again.`,
  );
}

import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { PATIENCE } from './download.ts';
import type { Release } from './release.ts';
import { isTrusted, type RollOutContext, removeDamaged, rollOut } from './roll-out.ts';
import type { StaticExport } from './values.ts';
import { openVersions } from './versions.ts';

/**
 * Installs the version requested by the values into a folder from which another server serves it, and makes it the
 * current one there.
 * @throws OffprintError as rollOut
 */
export async function bringVersion(
  values: StaticExport,
  {
    stateFolder,
    ...context
  }: Pick<RollOutContext, 'trusted' | 'authorityFile' | 'signal' | 'log'> & { stateFolder: string },
): Promise<Release> {
  if (!values.enabled) {
    throw new OffprintError('usage', 'staticExport.enabled is false, so there is nothing to serve.');
  }
  const versions = openVersions(stateFolder);
  try {
    const downloadsFolder = path.join(stateFolder, 'downloads');
    fs.mkdirSync(downloadsFolder, { recursive: true });
    removeDamaged(versions, context.log);
    const release = await rollOut(values, {
      ...context,
      versions,
      downloadsFolder,
      patience: PATIENCE,
      storage: 'files',
      mayServe: (kept) => isTrusted(kept, context.trusted),
      onActivity: () => {},
    });
    versions.setCurrent(release.name);
    return release;
  } finally {
    versions.close();
  }
}

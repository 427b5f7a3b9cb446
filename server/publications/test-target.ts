import { randomBytes } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { listReleases, type Release } from './release.ts';
import { type Capabilities, readText, type Target, writeText } from './target.ts';

/** State of a target as seen from this computer. */
export type TargetState = Readonly<{
  capabilities: Capabilities;
  current: string | null;
  /** Newest first. */
  releases: readonly Release[];
}>;

export async function stateOfTarget(target: Target): Promise<TargetState> {
  return {
    capabilities: await target.capabilities(),
    current: await target.current(),
    releases: await listReleases(target),
  };
}

/** Writes a small file, reads it back and removes it. @throws OffprintError as a publication would */
export async function tryTarget(target: Target): Promise<TargetState> {
  const probe = `.offprint-probe-${randomBytes(6).toString('hex')}`;
  const text = `${randomBytes(16).toString('hex')}\n`;
  try {
    await writeText(target, probe, text);
    if ((await readText(target, probe)) !== text) {
      throw new OffprintError(
        'integrity',
        'The test file was altered on its way to the target or back. The target or something in between is altering files.',
      );
    }
  } finally {
    await target.remove(probe).catch(() => {});
  }
  return stateOfTarget(target);
}

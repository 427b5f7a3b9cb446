import { OffprintError } from '../errors.ts';
import type { BundleVariant } from '../exports/pack/variants.ts';
import { linkedArchive } from '../publications/layout.ts';
import { targetSecretsOf } from '../publications/target-secrets.ts';
import type { S3TargetSettings } from '../publications/target-settings.ts';
import { findTarget, type PublishingTarget } from '../store/targets.ts';
import { ApiError } from './api-error.ts';
import type { BundleLink } from './bundle-link.ts';
import type { Services } from './services.ts';

type Wanted = Readonly<{
  targetId: string;
  variant: BundleVariant;
  /** Name under which the archive is saved. */
  fileName: string;
  seconds: number;
  /** Name of the caller, for the audit log. */
  by: string;
}>;

const INSTEAD = 'To get a link to this server instead, send "linkTarget": null.';

/**
 * Returns a presigned link to the archive in a target's object storage. Uploads the archive first if it is not there.
 * @throws ApiError 400, 409; OffprintError from the target
 */
export async function presignedBundleLink(
  { host, secrets }: Services,
  { targetId, variant, fileName, seconds, by }: Wanted,
): Promise<BundleLink> {
  const target = findTarget(host.store(), targetId);
  if (!target) {
    throw new ApiError(
      409,
      `The target ${targetId} for this link no longer exists. Set another target for the project's links, or use links to this server: offprint projects set <project> --no-link-target. ${INSTEAD}`,
    );
  }
  const { settings } = requireLinks(target);
  const values = await targetSecretsOf(secrets, targetId);
  try {
    await host.command('putLinkedArchive', variant, targetId, values, by);
  } catch (error) {
    if (!(error instanceof OffprintError) || !error.code.startsWith('target-')) throw error;
    throw new OffprintError(
      error.code,
      `${error.message} The bundle is still on this server, and what was already uploaded is kept. Request the link again. ${INSTEAD}`,
      error,
    );
  }
  const { presignedLink } = await import('../publications/targets/s3-link.ts');
  // The upload may have taken a while, so the lifetime starts now, in whole seconds like the signature.
  const from = new Date(Math.floor(Date.now() / 1000) * 1000);
  const link = { path: linkedArchive(variant), fileName, from, seconds };
  return {
    bundleUrl: await presignedLink({ ...settings, ...values }, link),
    expiresAt: new Date(from.getTime() + seconds * 1000).toISOString(),
  };
}

/** @throws ApiError 400 if the target is not object storage */
export function requireLinks(target: PublishingTarget): PublishingTarget & { settings: S3TargetSettings } {
  const { name, settings } = target;
  if (settings.kind === 's3') return { ...target, settings };
  throw new ApiError(
    400,
    `The target ${name} (${settings.kind}) cannot provide links. Only object storage (s3) can. Use the targetId of an s3 target; GET /v1/targets lists them.`,
  );
}

import { signLink } from '../bundles/signed-link.ts';
import type { BundleVariant } from '../exports/pack/variants.ts';
import type { ExportJob } from '../store/exports.ts';
import type { Services } from './services.ts';

/** A link to an archive, and until when it works. */
export type BundleLink = Readonly<{ bundleUrl: string; expiresAt: string }>;

/**
 * Signs a link to an archive of a job.
 * @param file the name that it is saved under: one of the two below
 * @param seconds how long the link works; left out: the setting `linkLifetimeSeconds`
 */
export async function bundleLink(
  { linkKeys, publicUrl, settings }: Services,
  job: Pick<ExportJob, 'id'>,
  file: string,
  seconds = settings().linkLifetimeSeconds,
): Promise<BundleLink> {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const target = { path: `/bundles/${job.id}/${encodeURIComponent(file)}`, expires };
  const query = signLink(target, await linkKeys.current());
  return {
    bundleUrl: `${publicUrl()}${target.path}?${query}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** The name under which a bundle, or the delta from that of an earlier job, is saved. */
export function bundleName(
  job: Pick<ExportJob, 'domain' | 'version'>,
  { format, baseJobId }: Pick<BundleVariant, 'format' | 'baseJobId'>,
): string {
  const delta = baseJobId === null ? '' : `-delta-from-${baseJobId}`;
  return `${job.domain}-${job.version}${delta}.${format}`;
}

/** The name of the compatible edition: `docs-export-2026-03-02.tar.gz`, of the day (UTC) on which it was completed. */
export function dayName(job: Pick<ExportJob, 'domain' | 'finishedAt' | 'updatedAt'>): string {
  const day = (job.finishedAt ?? job.updatedAt).slice(0, 10);
  return `${subdomainOf(job.domain)}-export-${day}.tar.gz`;
}

/** What the compatible editions call the subdomain of a site: the first label of its domain. */
export function subdomainOf(domain: string): string {
  return domain.split('.')[0] ?? domain;
}

import { linkExpiry, linkLifetime } from '../bundles/link-lifetime.ts';
import { signLink } from '../bundles/signed-link.ts';
import type { BundleVariant } from '../exports/pack/variants.ts';
import type { ExportJob } from '../store/exports.ts';
import { findProject } from '../store/projects.ts';
import { linkedUntil } from '../store/retention.ts';
import { callerName } from './caller-name.ts';
import type { Caller } from './endpoint.ts';
import { presignedBundleLink } from './presigned-bundle-link.ts';
import type { Services } from './services.ts';

/** A link to an archive, with its expiry time. */
export type BundleLink = Readonly<{ bundleUrl: string; expiresAt: string }>;

type WantedLink = Readonly<{
  variant: BundleVariant;
  /** Name under which the archive is saved: `bundleName` or `dayName`. */
  fileName: string;
  /** Lifetime of the link. Default: the setting `linkLifetimeSeconds`. */
  seconds?: number | undefined;
  /** Object storage for the link. null: a link to this server. Default: the project's setting. */
  linkTarget?: string | null | undefined;
  caller: Caller;
}>;

/**
 * Signs a link to an archive of a job.
 * @throws as presignedBundleLink, if it is not a link to this server
 */
export async function bundleLink(
  services: Services,
  job: Pick<ExportJob, 'id' | 'projectId'>,
  { variant, fileName, caller, ...wanted }: WantedLink,
): Promise<BundleLink> {
  const { host, linkKeys, publicUrl, settings } = services;
  const seconds = linkLifetime(wanted.seconds, settings());
  const ofProject = (): string | null | undefined => findProject(host.store(), job.projectId)?.linkTarget;
  const targetId = wanted.linkTarget === undefined ? ofProject() : wanted.linkTarget;
  if (targetId) {
    const by = callerName(host.store(), caller.id);
    return presignedBundleLink(services, { targetId, variant, fileName, seconds, by }); // it links to a copy
  }
  const expires = linkExpiry(seconds);
  const target = { path: `/bundles/${job.id}/${encodeURIComponent(fileName)}`, expires };
  const query = signLink(target, await linkKeys.current());
  const expiresAt = new Date(expires * 1000).toISOString();
  await keepWhileLinked(services, job.id, expires);
  return { bundleUrl: `${publicUrl()}${target.path}?${query}`, expiresAt };
}

const HOUR_SECONDS = 3600;

/**
 * Protects the bundle from retention rules while the link works. Rounded up to the hour, so that polling for links
 * writes at most once an hour.
 */
async function keepWhileLinked({ host, log }: Services, jobId: string, expires: number): Promise<void> {
  const until = new Date(Math.ceil(expires / HOUR_SECONDS) * HOUR_SECONDS * 1000).toISOString();
  if ((linkedUntil(host.store(), jobId) ?? '') >= until) return;
  await host.command('noteBundleLink', jobId, until).catch((error: unknown) => {
    log(`the bundle link for ${jobId} could not be recorded: ${error}`); // the link works anyway
  });
}

/** Returns the file name of a bundle, or of the delta from an earlier job's bundle, in a link. */
export function bundleName(
  job: Pick<ExportJob, 'domain' | 'version'>,
  { format, baseJobId, inFolder }: Pick<BundleVariant, 'format' | 'baseJobId' | 'inFolder'>,
): string {
  const delta = baseJobId === null ? '' : `-delta-from-${baseJobId}`;
  return `${job.domain}-${job.version}${delta}${inFolder ? IN_FOLDER : ''}.${format}`;
}

/** Distinguishes the archive with a top-level folder from the one without. */
const IN_FOLDER = '-in-folder';

/** Returns the name under which the target of a link is saved. */
export function savedName({ format, inFolder }: BundleVariant, name: string): string {
  const end = `${IN_FOLDER}.${format}`;
  return inFolder && name.endsWith(end) ? `${name.slice(0, -end.length)}.${format}` : name;
}

/**
 * Returns the file name in the compatible editions: `docs-export-2026-03-02.tar.gz`, with the day (UTC) of completion.
 */
export function dayName(job: Pick<ExportJob, 'domain' | 'finishedAt' | 'updatedAt'>): string {
  const day = (job.finishedAt ?? job.updatedAt).slice(0, 10);
  return `${subdomainOf(job.domain)}-export-${day}.tar.gz`;
}

/** Returns the subdomain of a site as the compatible editions define it: the first label of its domain. */
export function subdomainOf(domain: string): string {
  return domain.split('.')[0] ?? domain;
}

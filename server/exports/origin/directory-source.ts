import type { Store } from '../../store/database.ts';
import { type ExportJob, setSite } from '../../store/exports.ts';
import type { Frontier } from '../../store/resources.ts';
import { folderCaps } from '../crawl/caps.ts';
import { rootsOf, seed } from '../crawl/seed.ts';
import { scopeOf } from '../site/scope.ts';
import { siteOfJob } from '../site/site-of-job.ts';
import { browserAnswers } from './browser-answers.ts';
import { boundsOf } from './fetch-bounds.ts';
import { folderFacts } from './folder-base-path.ts';
import type { FolderLimits } from './folder-limits.ts';
import { readHostingRules } from './hosting-rules.ts';
import { FetchError } from './http/fetched.ts';
import { retryPolicy } from './http/retry-policy.ts';
import { isUnchanged, type Listing, listDirectory, type Skipped } from './list-directory.ts';
import { publishable } from './secret-files.ts';
import { serveDirectory } from './serve-directory.ts';
import type { Source } from './source.ts';

const FIRST_PAUSE_MS = 100;

/**
 * Opens a folder as a source, served on loopback as a static host would. Facts found at the start are stored with the
 * job.
 * @throws OffprintError `origin-unreadable`, `origin-empty`, `secret-files`
 */
export async function openDirectorySource(
  folder: string,
  {
    store,
    job,
    frontier,
    domains,
    limits,
    leftOut = [],
    acquireEndMs,
    signal,
  }: Readonly<{
    store: Store;
    job: ExportJob;
    frontier: Frontier;
    /** The project's domains. */
    domains: readonly string[];
    /** Null for a folder that Offprint created. */
    limits: FolderLimits | null;
    /** Sources that were left out when the folder was built, to be listed as skipped. */
    leftOut?: readonly Skipped[];
    /** See CapsContext. */
    acquireEndMs: number;
    signal: AbortSignal;
  }>,
): Promise<Source> {
  const { settings } = job;
  const scope = scopeOf(settings);
  const list = async () => publishable(await listDirectory(folder, limits), scope, settings);
  let listing = await list();
  let files = filesOf(listing);
  const isBegun = frontier.all().next().done !== true;
  const known = isBegun && job.site?.kind === 'folder' ? job.site : undefined;
  const facts = known ?? folderFacts(listing, settings.base);
  let rules = readHostingRules(folder, listing, facts.mount);
  if (!known) {
    const { conditional } = rules;
    setSite(store, job.id, { ...facts, ...(conditional.length > 0 && { conditionalRules: conditional }) });
  }
  const site = siteOfJob({ ...job, site: facts }, { domains });
  let running = await serveDirectory(listing, { mount: facts.mount, rules });
  const { openClient } = await import('./http/client.ts'); // large, and many processes never fetch
  const client = openClient({
    connections: settings.concurrency,
    connectMs: settings.timeoutMs,
    mayBePrivate: () => true,
  });
  const bounds = boundsOf(settings);
  const patient = retryPolicy({ budgetMs: settings.retryMaxMs, firstPauseMs: FIRST_PAUSE_MS });
  const fetch: Source['fetch'] = async (path, { keep, signal }) => {
    const url = new URL(running.address + path);
    const fetched = await patient(
      () => client.get(url, { headers: running.headers, bounds, keep, signal }),
      signal,
    );
    if (fetched.status === 403)
      throw new FetchError(
        'unreadable',
        'the user that Offprint runs as does not have permission to read the file',
      );
    return { ...fetched, validator: fetched.headers.etag?.replaceAll('"', '') };
  };

  return {
    site,
    scope,
    seed: () => {
      const whole = {
        ...listing,
        skipped: [...listing.skipped, ...leftOut.filter(({ url }) => !files.has(url))],
      };
      const plan = seed(store, job, frontier, whole, scope);
      const roots = rootsOf(plan);
      // If the folder has no start page, its hosting rules may define one.
      if (settings.paths.length === 0 && !files.has('/') && rules.targetOf('/', false)) {
        roots.push('/');
        if (scope.skipReason('/', true) === undefined) frontier.add({ url: '/', required: false, depth: 0 });
      }
      return { roots, pagesKnown: plan.pageCount, changed: plan.changed };
    },
    fetch,
    isUnchanged: (path, validator, sinceMs) => {
      const file = files.get(path);
      const isItself = rules.targetOf(path, true) === undefined;
      return file !== undefined && isItself && isUnchanged(file, validator, sinceMs);
    },
    isSettled: async () => {
      const again = await list();
      if (isSame(listing, again)) return true;
      await running.close();
      listing = again;
      files = filesOf(again);
      rules = readHostingRules(folder, again, facts.mount);
      running = await serveDirectory(again, { mount: facts.mount, rules });
      return false;
    },
    statesRedirects: true,
    listsAllPages: true,
    caps: folderCaps({ store, frontier, settings, acquireEndMs }),
    // Uses the public name of the site, so that scripts that read their own address always get the same.
    browser: () => ({
      origin: site.origin,
      assetHosts: [...site.hosts],
      fetchResource: browserAnswers(fetch, site, signal),
    }),
    close: async () => {
      await client.close();
      await running.close();
    },
  };
}

function filesOf({ files }: Listing): ReadonlyMap<string, Listing['files'][number]> {
  return new Map(files.map((file) => [file.url, file]));
}

function isSame(before: Listing, after: Listing): boolean {
  return (
    before.files.length === after.files.length &&
    before.files.every((file, index) => {
      const other = after.files[index];
      return file.url === other?.url && file.validator === other.validator;
    })
  );
}

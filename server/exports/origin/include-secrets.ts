import { OffprintError } from '../../errors.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { compareBytes } from '../site/compare-bytes.ts';
import type { Scope } from '../site/scope.ts';
import type { Listing, SiteFile } from './list-directory.ts';

/** Files of a folder that would be published and look as if they held private keys or passwords. */
export function secretFilesOf(
  { secrets }: Pick<Listing, 'secrets'>,
  scope: Scope,
  settings: ExportSettings,
): SiteFile[] {
  // A partial export takes what its pages need, and these no page gets.
  if (settings.includeSecrets || scope.isPartial) return [];
  return secrets.filter(({ url }) => scope.skipReason(url, false) === undefined);
}

/** What of a listing is published: nothing that looks like a secret, unless the settings say so. */
export function asPublished(listing: Listing, { includeSecrets }: ExportSettings): Listing {
  const { files, skipped, secrets } = listing;
  if (secrets.length === 0) return listing;
  if (includeSecrets) {
    return { ...listing, files: [...files, ...secrets].sort((a, b) => compareBytes(a.url, b.url)) };
  }
  const left = secrets.map(({ url }) => ({ url, reason: 'may contain a secret' as const }));
  return { ...listing, skipped: [...skipped, ...left] };
}

/**
 * The same once somebody has decided about such files.
 * @throws OffprintError `secret-files`
 */
export function publishable(listing: Listing, scope: Scope, settings: ExportSettings): Listing {
  const open = secretFilesOf(listing, scope, settings);
  if (open.length > 0) throw secretFiles(open);
  return asPublished(listing, settings);
}

const NAMED_MAX = 10;

function secretFiles(files: readonly SiteFile[]): OffprintError {
  const named = files.slice(0, NAMED_MAX).map(({ url }) => url.slice(1));
  const more = files.length > named.length ? ` and ${files.length - named.length} more` : '';
  return new OffprintError(
    'secret-files',
    `The folder contains files that look like private keys or passwords: ${named.join(', ')}${more}. Remove them from the folder, leave them out with exclude (--exclude ${files
      .slice(0, NAMED_MAX)
      .map(({ url }) => url)
      .join(' ')}), or publish them with includeSecrets (--include-secrets).`,
  );
}

import fs from 'node:fs';
import { OffprintError } from '../../errors.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { compareBytes } from '../site/compare-bytes.ts';
import type { Scope } from '../site/scope.ts';
import type { Listing, SiteFile } from './list-directory.ts';

/** Whether a hidden file is an environment file, which contains passwords and is never meant to be published. */
export function isEnvironment(name: string): boolean {
  return /^\.env(\.(?!example$|sample$|template$|dist$|defaults$).*)?$/i.test(name);
}

/** Names of files that contain passwords or private keys and nothing else. */
const SECRET_NAME =
  /^id_(rsa|dsa|ecdsa|ed25519)$|\.(p12|pfx|jks|keystore|kdbx|ppk)$|^(secrets?|credentials?)(\.(json|ya?ml|toml|ini|env|txt))?$/i;

/** Names of files that may contain them, depending on their content. */
const MAYBE_SECRET_NAME = /\.(key|pem|priv|asc|p8)$|service.?account.*\.json$/i;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-|^0\x82/;

/** Private keys are near the start of their files; in DER they begin with a long sequence (X.690 §8.1.3). */
const LOOKED_AT_BYTES = 16 * 1024;

/**
 * Whether a file looks like a private key or passwords: by its name, or by its first bytes if the name is ambiguous
 * (a certificate, a presentation). An ambiguous file that cannot be read does not.
 */
export function looksSecret(name: string, file: string | Buffer): boolean {
  if (isEnvironment(name) || SECRET_NAME.test(name)) return true;
  return MAYBE_SECRET_NAME.test(name) && PRIVATE_KEY.test(beginningOf(file));
}

function beginningOf(file: string | Buffer): string {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const bytes = Buffer.alloc(LOOKED_AT_BYTES);
    return bytes.toString('latin1', 0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Returns the files of a folder that would be published and look like private keys or passwords. */
export function secretFilesOf(
  { secrets }: Pick<Listing, 'secrets'>,
  scope: Scope,
  settings: ExportSettings,
): SiteFile[] {
  // A partial export includes only what its pages need, and these files are never served to a page.
  if (settings.includeSecrets || scope.isPartial) return [];
  return secrets.filter(({ url }) => scope.skipReason(url, false) === undefined);
}

/** Returns the listing as it is published: without files that look like secrets, unless the settings include them. */
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
 * Does the same, but throws while nobody has decided about such files.
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

/**
 * Reasons why a file or page of the site is not exported, and what each implies. They are stored with the job and
 * shown in reports, so their wording must not change.
 */
const SKIP_REASONS = {
  // Excluded by the settings or by the site.
  excluded: {},
  'not included': { onlyUnselected: true },
  'not in the selected paths': { onlyUnselected: true },
  'not below the start address': { onlyUnselected: true },
  'forbidden by robots.txt': {},
  'logout link': {},
  'repeated segments': {},
  'address too long': {},
  'never finishes loading': {},
  'not needed': {},
  'leads to another site': {},
  // Text looked like its address, but the origin does not have it.
  'guessed address': {},
  // Left out by a limit.
  'page limit reached': { isMissing: true },
  'byte limit reached': { isMissing: true },
  'depth limit reached': { isMissing: true, onlyUnselected: true },
  'time limit reached': { isMissing: true },
  'query limit reached': { isMissing: true },
  'size limit reached': { isMissing: true },
  // Found while the folder was listed.
  hidden: { fromListing: true },
  'leads out of the folder': { fromListing: true },
  'link to a parent folder': { fromListing: true },
  'not a regular file': { fromListing: true },
  'Offprint data folder': { fromListing: true },
  'hard link owned by another user': { fromListing: true },
  unreadable: { fromListing: true, isMissing: true },
  'not UTF-8': { fromListing: true },
  'host configuration': { fromListing: true },
  'may contain a secret': { fromListing: true },
  // In a folder with a docs.json.
  'not used by the documentation': { fromListing: true },
  'ignored by .mintignore': { fromListing: true },
  // Published only if a page refers to it.
  'editor backup': { onlyUnselected: true, onlyUnreferenced: true },
  'source map': { onlyUnselected: true, onlyUnreferenced: true },
  'precompressed copy': { onlyUnselected: true, onlyUnreferenced: true },
  node_modules: { fromListing: true, onlyUnselected: true, onlyUnreferenced: true },
} as const satisfies Record<string, Meaning>;

type Meaning = Readonly<{
  /** The bundle lacks something that it should contain: the job fails unless missing pages are allowed. */
  isMissing?: true;
  /** Not selected, but still exported if a page loads it. */
  onlyUnselected?: true;
  /** Not referenced, but still exported if anything refers to it, including a link. */
  onlyUnreferenced?: true;
  /** Valid until the folder is listed again. */
  fromListing?: true;
}>;

export type SkipReason = keyof typeof SKIP_REASONS;
export type CapReason = Extract<SkipReason, `${string} limit reached`>;
/** Why the listing of a folder leaves something out. */
export type ListingReason = With<'fromListing'>;
/** Why a file of a folder is published only if a page refers to it. */
export type UnreferencedReason = With<'onlyUnreferenced'>;

type With<Key extends keyof Meaning> = {
  [Reason in SkipReason]: (typeof SKIP_REASONS)[Reason] extends Record<Key, true> ? Reason : never;
}[SkipReason];

/** @param reason as stored; it may be of another kind, such as "HTTP 500" */
export function meaningOfSkip(reason: string | null | undefined): Meaning {
  return reason != null && Object.hasOwn(SKIP_REASONS, reason) ? SKIP_REASONS[reason as SkipReason] : {};
}

import type { Locate } from '../site/locator.ts';
import { type FILE_USES, refusal } from './file-protocol.ts';
import type { Links, Resolved } from './links.ts';

/** Larger files are not embedded, because they would be repeated in every page that shows them. */
export const EMBEDDED_MAX_BYTES = 64 * 2 ** 10;
/** Captions are used in only one page, so their limit is higher. */
export const TRACK_MAX_BYTES = 512 * 2 ** 10;

/**
 * Remaining bytes that one file of the bundle may embed, in addition to the limit `maxBytes` for each embedded file.
 */
export type EmbedBudget = { leftBytes: number };

/** Maximum total size of files embedded in one file of the bundle. */
export const EMBEDDED_TOTAL_MAX_BYTES = 2 ** 20;

/**
 * Embeds the target of a reference as a `data:` URL, for uses that `file://` forbids. A target that cannot be embedded
 * stays as it is, with a problem.
 * @param resolved what the reference becomes otherwise
 */
export function embedded(
  use: keyof typeof FILE_USES,
  url: string,
  resolved: Resolved,
  context: Readonly<{ links: Links; locate: Locate; budget: EmbedBudget; maxBytes: number }>,
): Resolved {
  const { links, locate, budget, maxBytes } = context;
  if (resolved.kind !== 'replace') return resolved;
  const place = locate(url, true);
  if (place.kind !== 'internal') return resolved;
  const content = links.content?.(place.path);
  if (!content) return resolved;
  const refused = (why: string): Resolved => ({
    ...resolved,
    problem: { kind: 'file-protocol', url: place.path, element: use, reason: refusal(use, place.path, why) },
  });
  if (content.sizeBytes > maxBytes) return refused(`it is larger than ${maxBytes / 1024} kB`);
  if (content.sizeBytes > budget.leftBytes) {
    return refused(
      `the file that needs it already has ${EMBEDDED_TOTAL_MAX_BYTES / 1024} kB of embedded files`,
    );
  }
  budget.leftBytes -= content.sizeBytes;
  return {
    kind: 'replace',
    url: dataAddress(content.contentType, content.read()) + fragmentOf(place.fragment),
  };
}

function dataAddress(contentType: string, bytes: Uint8Array): string {
  const [type = 'application/octet-stream'] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType) ?? [];
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Formats the fragment for a URL in quotes. */
function fragmentOf(fragment: string): string {
  return fragment === ''
    ? ''
    : `#${fragment.replace(/[\\"']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

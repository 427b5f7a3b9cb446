import { type ContentKind, contentKind } from '../parse/content-type.ts';
import type { ExportSettings } from '../settings/settings.ts';
import type { Bounds } from './http/fetched.ts';

/** Content that is stored without being parsed is streamed to disk if it is longer than this. */
const STREAM_FROM_BYTES = 8 * 2 ** 20;

/** Returns the limits for one response. */
export function boundsOf(settings: ExportSettings): Bounds {
  return {
    silenceMs: settings.timeoutMs,
    totalMs: settings.resourceMaxMs,
    bufferBytes: (type) => (contentKind(type) === 'opaque' ? STREAM_FROM_BYTES : Number.POSITIVE_INFINITY),
    maxBytes: (type) => (isPage(contentKind(type)) ? settings.pageMaxBytes : settings.assetMaxBytes),
  };
}

function isPage(kind: ContentKind): boolean {
  return kind === 'html' || kind === 'xhtml';
}

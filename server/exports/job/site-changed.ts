import { createHash } from 'node:crypto';
import { OffprintError } from '../../errors.ts';
import { readObject } from '../../store/objects.ts';
import { readByteText } from '../parse/charset.ts';
import { compareRendered } from '../render/compare.ts';
import { factsOf, factsOfRendered } from '../render/page-facts.ts';
import { absoluteUrl } from '../site/site.ts';
import { hasOtherText } from '../verify/fault-or-finding.ts';
import type { Check } from '../verify/verify.ts';
import type { Run } from './open-run.ts';

/**
 * Checks whether a live site has changed since its pages were acquired. If so, verification compared the bundle with
 * different pages.
 * @returns the error to report; undefined if nothing has changed
 */
export async function siteChanged(run: Run, { pages }: Check): Promise<OffprintError | undefined> {
  if (run.project.origin.kind !== 'url') return undefined;
  const changed: string[] = [];
  for (const { url } of pages.filter(({ modes }) => modes.some(hasOtherText))) {
    if (await hasChanged(run, url)) changed.push(url);
  }
  if (changed.length === 0) return undefined;
  return new OffprintError(
    'origin-changed',
    `The site changed while it was being exported (${changed.slice(0, 3).join(', ')}). Retry the job: unchanged pages will be reused. If these pages are different every time, set onVerificationFailure to "report".`,
  );
}

/** Whether a page now differs from what was acquired. */
async function hasChanged(run: Run, url: string): Promise<boolean> {
  const { dataFolder, frontier, rendering, source, signal } = run;
  const { validator = null, object, renderMode } = frontier.find(url) ?? {};
  if (renderMode !== 'rendered') {
    const { status, body } = await source.fetch(url, { validator, keep: firstChunk, signal });
    return status !== 304 && digestOf(body) !== object;
  }
  const page = await rendering.sample(url);
  if (page.outcome === 'failed') return false;
  const before = readByteText(readObject(dataFolder, object ?? ''), 'utf-8');
  const facts = factsOf(before, absoluteUrl(source.site.origin, url));
  return page.status >= 400 || hasOtherText(compareRendered(facts, factsOfRendered(page)));
}

/** Discards a body that is longer than a page may be. */
async function firstChunk(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break;
  return undefined;
}

function digestOf(body: Buffer | undefined): string | undefined {
  return body && createHash('sha256').update(body).digest('hex');
}

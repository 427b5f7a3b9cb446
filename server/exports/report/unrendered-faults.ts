import type { Frontier } from '../../store/resources.ts';
import { UNRENDERED } from '../crawl/unrendered.ts';
import type { Cause } from '../verify/cause-counts.ts';
import type { Check } from '../verify/verify.ts';

/** Adds a fault for every page that could not be rendered in a browser, whether sampled or not. */
export function withUnrenderedPages(check: Check, frontier: Frontier): Check {
  const sentences: string[] = [];
  for (const { url, renderModeReason } of frontier.all({ status: 'done', kind: 'page' })) {
    if (!renderModeReason?.startsWith(UNRENDERED)) continue;
    const why = renderModeReason.slice(UNRENDERED.length).replace(/\.$/, '');
    sentences.push(
      `${url} is in the bundle as the origin sent it, because it could not be rendered in a browser: ${why}.`,
    );
  }
  const [example] = sentences;
  if (example === undefined) return check;
  const cause: Cause = {
    severity: 'fault',
    cause: 'Pages could not be rendered in a browser and are included as the origin sent them',
    count: sentences.length,
    example,
  };
  const faults = [...check.faults, ...sentences];
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : '';
  return {
    ...check,
    verdict: 'failed',
    faults,
    causes: [cause, ...check.causes],
    summary: `Verification failed: ${faults[0]}${more} The report lists everything.`,
  };
}

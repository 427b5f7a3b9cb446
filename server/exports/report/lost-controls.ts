import { formatNumber } from '../../../shared/numbers.ts';
import type { Check } from '../verify/verify.ts';
import { withFindings } from './selector-findings.ts';

/**
 * Adds a finding for rendered pages on which a menu, a tab or a note could not be kept, so readers miss its content.
 * @param remarks remarks about rendered pages (`remarkedPages`)
 */
export function withLostControls(
  check: Check,
  remarks: readonly Readonly<{ url: string; reason: string }>[],
): Check {
  const lost = remarks.flatMap(({ url, reason }) => {
    const [, what] = /(?:^|\. )not-kept: (.*?)\.(?= [a-z-]+: |$)/.exec(reason) ?? [];
    return what === undefined ? [] : [{ url, what }];
  });
  const [first] = lost;
  if (first === undefined) return check;
  const pages = lost.length === 1 ? '1 page' : `${formatNumber(lost.length)} pages`;
  return withFindings(check, 'Some controls could not be kept', [
    `On ${pages}, the content shown by some controls could not be kept, for example on ${first.url} (${first.what}).`,
  ]);
}

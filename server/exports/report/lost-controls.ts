import { formatNumber } from '../../../shared/numbers.ts';
import type { Check } from '../verify/verify.ts';
import { withFindings } from './selector-findings.ts';

/**
 * A check that also says on how many rendered pages a menu, a tab or a note could not be kept: readers miss what it shows.
 * @param remarks what there is to say of rendered pages (`remarkedPages`)
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

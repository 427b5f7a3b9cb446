import type { Outcome } from '../../store/resources.ts';
import type { ExportSettings } from '../settings/settings.ts';

/** Start of the reason for a page that could not be rendered and is in the bundle as the origin sent it. */
export const UNRENDERED = 'This page could not be rendered in a browser: ';

/**
 * Falls back to the page as the origin sent it if the page itself prevents rendering, so that one such page does not
 * fail the export. The report and the verdict count it as a fault (report/unrendered-faults.ts).
 * @param sent outcome of fetching the page
 * @param reason why it could not be rendered
 * @returns undefined if the page counts as missing: it is not at fault, the origin does not answer, or missing pages
 *   are allowed
 */
export function asSent<T extends Readonly<{ outcome: Outcome }>>(
  { allowMissing }: Pick<ExportSettings, 'allowMissing'>,
  sent: T,
  reason: string | null | undefined,
): T | undefined {
  const { kind, status } = sent.outcome;
  const isItsOwnDoing = /^(crashed|hung|memory|browser-lost|browser-hung|unreadable): /.test(reason ?? '');
  if (allowMissing || !isItsOwnDoing || kind !== 'page' || status !== 'done') return undefined;
  const renderModeReason = UNRENDERED + (reason ?? '').replace(/^[a-z-]+: /, '');
  return { ...sent, outcome: { ...sent.outcome, renderMode: 'fetched', renderModeReason } };
}

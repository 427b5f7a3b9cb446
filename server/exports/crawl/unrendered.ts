import type { Outcome } from '../../store/resources.ts';
import type { ExportSettings } from '../settings/settings.ts';

/** How the reason begins of a page that no browser could make, and that the bundle holds as the origin sent it. */
export const UNRENDERED = 'This page could not be rendered in a browser: ';

/**
 * A page that its own doing keeps a browser from making, as the origin sent it: one such page costs no bundle. The report
 * and the verdict count it as a fault (report/unrendered-faults.ts).
 * @param sent how the page came out as the origin sends it
 * @param reason why the browser could not make it
 * @returns undefined where the page is to be missing: the origin does not answer, or missing pages are allowed
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

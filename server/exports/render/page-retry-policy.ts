import { DEATHS_MAX } from '../chromium/lease.ts';
import type { TabFaultReason } from './tab-fault.ts';

/** How often a page is tried again. What dies may have been killed by somebody else, memory that ran out among them. */
export const PAGE_RETRIES: Readonly<Record<TabFaultReason, number>> = {
  crashed: DEATHS_MAX,
  'browser-lost': DEATHS_MAX,
  'browser-hung': 1,
  hung: 1,
  memory: 1,
  unreadable: 1,
};

/** Whether a page that was taken at a later attempt may have been at fault itself: a death may have been anybody's doing. */
export function isOwnFault(reason: TabFaultReason): boolean {
  return PAGE_RETRIES[reason] < DEATHS_MAX;
}

import { DEATHS_MAX } from '../chromium/lease.ts';
import type { TabFaultReason } from './tab-fault.ts';

/**
 * Number of retries by reason. Something outside the page may have killed a crashed process, such as the system running
 * out of memory.
 */
export const PAGE_RETRIES: Readonly<Record<TabFaultReason, number>> = {
  crashed: DEATHS_MAX,
  'browser-lost': DEATHS_MAX,
  'browser-hung': 1,
  hung: 1,
  memory: 1,
  unreadable: 1,
};

/**
 * Whether a failed attempt was likely the page's own fault, given that a later one succeeded. A crash may have any
 * cause.
 */
export function isOwnFault(reason: TabFaultReason): boolean {
  return PAGE_RETRIES[reason] < DEATHS_MAX;
}

/** Why a tab has become unusable. Its page is retried. */
export type TabFaultReason = 'crashed' | 'hung' | 'memory' | 'browser-lost' | 'browser-hung' | 'unreadable';

export class TabFault extends Error {
  readonly reason: TabFaultReason;

  /** @param message what happened, as the end of a sentence whose subject is the page */
  constructor(reason: TabFaultReason, message: string) {
    super(message);
    this.name = 'TabFault';
    this.reason = reason;
  }
}

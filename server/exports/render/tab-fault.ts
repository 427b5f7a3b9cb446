/** Why a tab is of no more use. The page that it had is tried again. */
export type TabFaultReason = 'crashed' | 'hung' | 'memory' | 'browser-lost' | 'browser-hung' | 'unreadable';

export class TabFault extends Error {
  readonly reason: TabFaultReason;

  /** @param message what happened, as the end of a sentence that begins with the page */
  constructor(reason: TabFaultReason, message: string) {
    super(message);
    this.name = 'TabFault';
    this.reason = reason;
  }
}

/** What lies over the page, if anything: one at a time. */
export type Overlay = 'palette' | 'shortcuts' | 'new-export' | 'new-agent-job' | undefined;

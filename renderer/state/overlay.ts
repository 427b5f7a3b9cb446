/** The overlay on top of the page; at most one is open. */
export type Overlay = 'palette' | 'shortcuts' | 'new-export' | 'new-agent-job' | undefined;

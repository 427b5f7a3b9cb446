/** How long a command waits for a server that went away: it may be starting again. */
export const LOST_SERVER_MS = 20_000;
/** How often it tries to reach it. */
export const RECONNECT_EVERY_MS = 500;

/** What the API refused, or that it could not be reached (status 0). The message is a sentence for people. */
export class ApiFault extends Error {
  readonly status: number;
  /** When it may be tried again, where the server said so (429). */
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

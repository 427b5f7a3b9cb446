/** An error response from the API, or a failure to reach it (status 0). The message is meant for people. */
export class ApiFault extends Error {
  readonly status: number;
  /** When to retry, if the server says so (429). */
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

import { OffprintError } from '../../errors.ts';

/** Destination for the work of a job: a forge, or Offprint's own review page. */
export type Publisher = Readonly<{
  /**
   * Ensures that the commit is on its branch and that exactly one open merge request proposes it. Idempotent, so it can
   * be repeated after a crash.
   * @throws PublishError
   */
  publish: (proposal: Publication, signal: AbortSignal) => Promise<Published>;
}>;

export type Publication = Readonly<{
  jobId: string;
  base: string;
  baseBranch: string;
  branch: string;
  commit: string;
  title: string;
  body: string;
  isDraft: boolean;
  /** Published by an earlier round of the same job: merge request number, branch on the forge, and the job's commit. */
  earlier: Readonly<{ number: number | null; branch: string; commit: string }> | null;
}>;

export type Published = Readonly<{
  /** Address of the proposal, or of a page that lists it. */
  link: string;
  number: number | null;
  /** Branch with the change. Differs from the requested one if the earlier merge request was merged or closed. */
  branch: string;
}>;

export class PublishError extends OffprintError {
  /** Whether a retry may succeed without anyone changing anything. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean, cause?: unknown) {
    super('internal', message, cause);
    this.name = 'PublishError';
    this.mayPass = mayPass;
  }
}

import { OffprintError } from '../../errors.ts';

/** Where the work of a job goes: a forge, or the app's own review page. */
export type Publisher = Readonly<{
  /**
   * Sees to it that the commit lies on its branch there and that exactly one open merge request asks for it. Called
   * again after a crash it changes nothing.
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
  /** What an earlier round of the same job published: the request, its branch there, the job's commit. */
  earlier: Readonly<{ number: number | null; branch: string; commit: string }> | null;
}>;

export type Published = Readonly<{
  /** A URI that opens. */
  link: string;
  number: number | null;
  /** Branch that carries the change: another one than asked for when the earlier request was merged or closed. */
  branch: string;
}>;

export class PublishError extends OffprintError {
  /** Whether it may work in a while without anybody doing anything. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean, cause?: unknown) {
    super('internal', message, cause);
    this.name = 'PublishError';
    this.mayPass = mayPass;
  }
}

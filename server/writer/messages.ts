import type { RepositoryAccess } from '../agent-jobs/task.ts';
import type { SigningKey } from '../bundles/ed25519.ts';
import type { ErrorCode } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import type { Credentials } from '../exports/origin/url-origin.ts';
import type { CommandName } from './commands.ts';

/** Messages from the host to the writer process. */
export type ToWorker =
  | Readonly<{ kind: 'command'; id: number; name: CommandName; args: readonly unknown[] }>
  /** `access`: access to the repository that is the job's origin. `signingKey`: key that signs the bundle. */
  | Readonly<{
      kind: 'run';
      jobId: string;
      credentials?: Credentials;
      access?: RepositoryAccess | undefined;
      signingKey?: SigningKey | undefined;
    }>
  /** Stops a job for good or until it is resumed. Has a reply like a command. */
  | Readonly<{ kind: 'interrupt'; id: number; jobId: string; how: Interruption }>;

export type Interruption = 'cancel' | 'pause';

/** Messages from the writer process to the host. */
export type FromWorker =
  | Readonly<{ kind: 'ready' }>
  /** The process cannot start and exits. */
  | Readonly<{ kind: 'unable'; code: ErrorCode; error: string }>
  | Readonly<{ kind: 'result'; id: number; value: unknown }>
  | Readonly<{ kind: 'fault'; id: number; code: ErrorCode; error: string }>
  | Readonly<{ kind: 'progress'; progress: Progress }>
  /** The job ended; its row has the outcome. */
  | Readonly<{ kind: 'ended'; jobId: string }>
  /** The job stopped, and not even that could be stored. */
  | Readonly<{ kind: 'stopped'; jobId: string; code: ErrorCode; error: string }>;

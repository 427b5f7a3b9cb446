import type { RepositoryAccess } from '../agent-jobs/task.ts';
import type { SigningKey } from '../bundles/ed25519.ts';
import type { ErrorCode } from '../errors.ts';
import type { Progress } from '../exports/job/progress.ts';
import type { Credentials } from '../exports/origin/url-origin.ts';
import type { CommandName } from './commands.ts';

/** What the host tells the writer's process. */
export type ToWorker =
  | Readonly<{ kind: 'command'; id: number; name: CommandName; args: readonly unknown[] }>
  /** `access`: how the repository that is the job's origin is reached. `signingKey`: what the bundle is signed with. */
  | Readonly<{
      kind: 'run';
      jobId: string;
      credentials?: Credentials;
      access?: RepositoryAccess | undefined;
      signingKey?: SigningKey | undefined;
    }>
  /** Ends a job for good, or leaves it to wait; answered as a command is. */
  | Readonly<{ kind: 'interrupt'; id: number; jobId: string; how: Interruption }>;

export type Interruption = 'cancel' | 'pause';

/** What the writer's process tells the host. */
export type FromWorker =
  | Readonly<{ kind: 'ready' }>
  /** It cannot do its work at all and ends. */
  | Readonly<{ kind: 'unable'; code: ErrorCode; error: string }>
  | Readonly<{ kind: 'result'; id: number; value: unknown }>
  | Readonly<{ kind: 'fault'; id: number; code: ErrorCode; error: string }>
  | Readonly<{ kind: 'progress'; progress: Progress }>
  /** The job ended; its row says how. */
  | Readonly<{ kind: 'ended'; jobId: string }>
  /** The job stopped and not even that could be written. */
  | Readonly<{ kind: 'stopped'; jobId: string; code: ErrorCode; error: string }>;

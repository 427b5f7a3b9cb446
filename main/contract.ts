import { z } from 'zod';
import type { LogEvent, Progress } from '../server/api/wire.types.ts';

/**
 * The IPC contract: calls from the interface to the main process besides the API, and messages in the other direction.
 * ipc.ts validates against it; the preload script and the interface take their types from it.
 */
const nothing = z.strictObject({});
const jobId = z.string().regex(/^se_[0-9a-f]{16}$/);
const projectId = z.string().regex(/^prj_[0-9a-f]{16}$/);
const agentJobId = z.string().regex(/^ag_[0-9a-f]{16}$/);
const keyId = z.string().regex(/^[A-Za-z0-9_]{1,64}$/);

export const inputs = {
  /** The interface is listening: sends it everything that was queued. */
  'app:ready': nothing,
  /** Restarts the local API with the current settings. */
  'app:restartServer': nothing,
  /** Asks the user to choose a folder. */
  'folder:pick': nothing,
  /** Accepts a folder dropped on the window. */
  'folder:dropped': z.strictObject({ path: z.string().min(1).max(4096) }),
  /** Saves a bundle to a place the user chooses. */
  'bundle:save': z.strictObject({ jobId, format: z.enum(['zip', 'tar.gz']).optional() }),
  /** Shows a job's bundle in the file manager. */
  'bundle:reveal': z.strictObject({ jobId }),
  /** Saves a job's report to a place the user chooses. */
  'report:save': z.strictObject({ jobId }),
  /** Saves a file of an exported change to a place the user chooses. */
  'change:save': z.strictObject({
    projectId,
    jobId: agentJobId,
    file: z.enum(['change.bundle', 'change.patch', 'SHA256SUMS']),
  }),
  /** Stores the secret of an API key in the system keychain. */
  'key:keep': z.strictObject({ keyId, secret: z.string().regex(/^offp_[A-Za-z0-9_-]{20,200}$/) }),
  /** Names of the API keys in the keychain. */
  'key:kept': nothing,
  /** Copies a stored key to the clipboard, without showing it to the page. */
  'key:copy': z.strictObject({ keyId }),
  'key:forget': z.strictObject({ keyId }),
  'theme:set': z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  /** Starts or stops sending the events of all jobs. */
  'live:follow': nothing,
  'live:unfollow': nothing,
  'live:followJob': z.strictObject({ jobId }),
  'live:followAgentJob': z.strictObject({ projectId, jobId: agentJobId }),
  'live:unfollowJob': z.strictObject({ jobId: z.union([jobId, agentJobId]) }),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type Channel = keyof typeof inputs;
export type Input<C extends Channel> = z.infer<(typeof inputs)[C]>;

export type Outputs = {
  'app:ready': AppFacts;
  'app:restartServer': { apiProblem: string | null };
  'folder:pick': { folder: string } | null;
  'folder:dropped': { folder: string };
  'bundle:save': { file: string } | null;
  'bundle:reveal': null;
  'report:save': { file: string } | null;
  'change:save': { file: string } | null;
  'key:keep': null;
  'key:kept': { keyIds: string[] };
  'key:copy': null;
  'key:forget': null;
  'theme:set': null;
  'live:follow': null;
  'live:unfollow': null;
  'live:followJob': null;
  'live:followAgentJob': null;
  'live:unfollowJob': null;
};
export type Output<C extends Channel> = Outputs[C];

export type AppFacts = Readonly<{
  electron: string;
  chrome: string;
  platform: string;
  /** Why the local API is not available although it is turned on. */
  apiProblem: string | null;
}>;

/** Errors are returned as values, since Electron drops the code of a thrown error. */
export type Envelope<T> =
  | Readonly<{ ok: true; data: T }>
  | Readonly<{ ok: false; code: string; message: string }>;

/** Messages the main process sends on its own. */
export type Pushes = {
  /** Page of the interface to show, as a URL fragment. */
  'app:go': { hash: string };
  'app:command': { command: AppCommand };
  /** `seq` counts the messages sent to this window. A gap means that one was lost and must be fetched. */
  'live:all': { seq: number; connected: boolean; progress: Progress[]; changed: string[]; agents: string[] };
  'live:job': { jobId: string; events: LogEvent[] };
};
export type Push = keyof Pushes;

const appCommands = ['new-export', 'new-agent-job', 'palette', 'shortcuts'] as const;
export type AppCommand = (typeof appCommands)[number];

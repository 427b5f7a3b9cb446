import { z } from 'zod';
import type { LogEvent, Progress } from '../server/api/wire.types.ts';

/**
 * What the interface may ask of the main process besides the API, and what it hears unasked. The one place: the
 * wrapper (ipc.ts) validates by it, the preload script and the interface are typed by it.
 */
const nothing = z.strictObject({});
const jobId = z.string().regex(/^se_[0-9a-f]{16}$/);
const projectId = z.string().regex(/^prj_[0-9a-f]{16}$/);
const agentJobId = z.string().regex(/^ag_[0-9a-f]{16}$/);
const keyId = z.string().regex(/^[A-Za-z0-9_]{1,64}$/);

export const inputs = {
  /** The interface listens: what waited for it is sent now. */
  'app:ready': nothing,
  /** Ends the local API and starts it again with the settings as they are now. */
  'app:restartServer': nothing,
  /** A folder that a person chooses. */
  'folder:pick': nothing,
  /** A folder that a person dropped on the window. */
  'folder:dropped': z.strictObject({ path: z.string().min(1).max(4096) }),
  /** Saves a bundle where a person says. */
  'bundle:save': z.strictObject({ jobId, format: z.enum(['zip', 'tar.gz']).optional() }),
  /** Shows the bundle of a job in the file manager. */
  'bundle:reveal': z.strictObject({ jobId }),
  /** Saves the report of a job where a person says. */
  'report:save': z.strictObject({ jobId }),
  /** Saves a file of an exported change where a person says. */
  'change:save': z.strictObject({
    projectId,
    jobId: agentJobId,
    file: z.enum(['change.bundle', 'change.patch', 'SHA256SUMS']),
  }),
  /** Puts the secret of an API key into the keychain of this computer. */
  'key:keep': z.strictObject({ keyId, secret: z.string().regex(/^offp_[A-Za-z0-9_-]{20,200}$/) }),
  /** Which API keys the keychain has. */
  'key:kept': nothing,
  /** Copies a kept key; the page does not see it. */
  'key:copy': z.strictObject({ keyId }),
  'key:forget': z.strictObject({ keyId }),
  'theme:set': z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  /** The events of all jobs begin to come, or end. */
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
  /** Why scripts are not answered, where they should be. */
  apiProblem: string | null;
}>;

/** Errors cross as values: what Electron makes of a thrown one has no code. */
export type Envelope<T> =
  | Readonly<{ ok: true; data: T }>
  | Readonly<{ ok: false; code: string; message: string }>;

/** What the main process tells unasked. */
export type Pushes = {
  /** A place of the interface to show, as a hash. */
  'app:go': { hash: string };
  'app:command': { command: AppCommand };
  /** `seq` counts what was sent to this window: a gap means that something was lost and is to be asked for. */
  'live:all': { seq: number; connected: boolean; progress: Progress[]; changed: string[]; agents: string[] };
  'live:job': { jobId: string; events: LogEvent[] };
};
export type Push = keyof Pushes;

const appCommands = ['new-export', 'new-agent-job', 'palette', 'shortcuts'] as const;
export type AppCommand = (typeof appCommands)[number];

import type { ForgeSettings } from '../agents/forges/forge.ts';
import type { Limits } from '../agents/loop/budget.ts';
import type { ModelServer } from '../agents/model/server.ts';
import type { Transport } from '../agents/model/tool-transport.ts';
import type { PathPolicy } from '../agents/tools/writable-files.ts';

/** How the repository of a project is reached; crosses from the host to the writer's process. */
export type RepositoryAccess = Readonly<{ authorization: string | null; caBundle: string | null }>;

/** Where the work of a job goes. */
export type Target =
  | Readonly<{ kind: 'forge'; forge: ForgeSettings }>
  | Readonly<{ kind: 'push'; how: 'gitlab' | 'agit'; listUrl: string }>
  /** The review is in this app. */
  | Readonly<{ kind: 'review' }>;

/** Everything that a job needs to run and its row does not say. Holds tokens: it is never written anywhere. */
export type AgentTask = Readonly<{
  jobId: string;
  server: ModelServer;
  concurrency: number;
  transport: Transport;
  stream: boolean;
  windowTokens: number;
  access: RepositoryAccess;
  target: Target;
  policy: PathPolicy;
  limits: Limits;
  /** Every configured token: none may reach the log or the change. */
  secrets: readonly string[];
}>;

/** What a person wants a job to be created for. */
export type AgentOrder = Readonly<{
  projectId: string;
  prompt: string;
  repository: string;
  branch: string;
  modelServer: string;
  model: string;
  /** The merge request is opened as a draft. */
  asDraft?: boolean;
}>;

/** The branch of the repository that a job works on. */
export function agentBranch(jobId: string): string {
  return `offprint/${jobId}`;
}

/** Path of the page that shows what a job proposes, where there is no forge. */
export function reviewPath(jobId: string): string {
  return `/review/${jobId}`;
}

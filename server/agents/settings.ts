import { z } from 'zod';
import { branchName } from './workspace/git-arguments.ts';
import { parseRemote } from './workspace/remote.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const caBundle = z
  .string()
  .max(500_000)
  .default('')
  .describe("PEM certificates to trust in addition to the system's.");

/** The name of a model server or forge. */
export const peerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be 1 to 64 characters long and can contain only a-z 0-9 . _ -');

/** Settings of a model server with an OpenAI-compatible chat completions API. */
export const modelServerSettings = z.strictObject({
  baseUrl: httpUrl.meta({
    description: 'API address, ending in `/v1`.',
    examples: ['http://10.0.0.7:8000/v1'],
  }),
  model: z
    .string()
    .min(1)
    .max(300)
    .meta({ description: 'Model ID on that server.', examples: ['qwen3-coder-30b'] }),
  caBundle,
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Maximum number of parallel requests. Additional requests wait.'),
  transport: z
    .enum(['auto', 'native', 'text'])
    .default('auto')
    .describe(
      'How tools are called: through the API (`native`) or as text (`text`). `auto` uses whichever works in a test before the first job.',
    ),
  stream: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Whether responses are streamed. If `null`, this is determined by a test of the model server.'),
  windowTokens: z
    .int()
    .min(8_000)
    .max(100_000_000)
    .nullable()
    .default(null)
    .describe('Context window, in tokens. If `null`, it is measured.'),
  firstByteSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .default(1200)
    .describe(
      'How long to wait for a response to begin. The model can take many minutes to read a long prompt.',
    ),
  idleSeconds: z.int().min(1).max(86_400).default(600).describe('Longest pause allowed within a response.'),
  totalSeconds: z.int().min(1).max(86_400).default(1800).describe('Time limit for a response.'),
});
export type ModelServerSettings = Readonly<z.infer<typeof modelServerSettings>>;

export const forgeKinds = [
  'gitea',
  'gitlab',
  'github',
  'bitbucket',
  'gitlab-push',
  'agit-push',
  'git',
] as const;

/** Settings of a forge, where merge requests are opened. */
export const forgeSettings = z.strictObject({
  kind: z
    .enum(forgeKinds)
    .describe(
      '`gitea` (also for Forgejo), `gitlab`, `github` (Enterprise Server), or `bitbucket` (Data Center). `gitlab-push` and `agit-push` open merge requests with just a push. A `git` server only hosts the repository, and changes are reviewed in Offprint.',
    ),
  baseUrl: httpUrl.meta({
    description: 'Address of the forge, without the API path.',
    examples: ['https://git.example.com'],
  }),
  caBundle,
});
export type ForgeSettingsInStore = Readonly<z.infer<typeof forgeSettings>>;

const folder = z
  .string()
  .max(500)
  .regex(
    /^(?!\/)(?!.*\/$)(?!.*(^|\/)\.\.?(\/|$)).*$/,
    'must be a folder in the repository, without a slash at either end',
  );

/** Agent settings of a project. */
export const agentSettings = z.strictObject({
  repository: z
    .string()
    .min(1)
    .max(2000)
    .refine((text) => parses(() => parseRemote(text)), {
      error: 'must be an http, https, ssh or file address without a password, or an absolute path',
    })
    .describe('Address of the source repository, or the absolute path of a folder that contains it.'),
  branch: z
    .string()
    .default('main')
    .refine((text) => branchName(text) !== null, { error: 'is not a valid branch name' })
    .describe('Branch that jobs start from and propose changes to.'),
  modelServer: peerName.describe('Name of the model server.'),
  forge: peerName
    .nullable()
    .default(null)
    .describe('Name of the forge. If `null`, changes are reviewed in Offprint.'),
  forgeRepository: z
    .string()
    .max(500)
    .nullable()
    .default(null)
    .describe(
      'Repository owner and name on the forge, such as `docs/site`. If `null`, they are taken from the repository address.',
    ),
  roots: z
    .array(folder)
    .min(1)
    .max(100)
    .default([''])
    .describe('Folders that jobs can change. An empty string means the whole repository.'),
  allowed: z
    .array(z.string().min(1).max(500))
    .max(100)
    .default([])
    .describe(
      'Other files that jobs can change, such as `AGENTS.md`. A change that touches any of them is proposed as a draft.',
    ),
  steps: z.int().min(1).max(1000).default(40).describe('Maximum number of model calls per prompt.'),
  minutes: z.int().min(1).max(1440).default(30).describe('Time limit per prompt.'),
  promptTokens: z
    .int()
    .min(1000)
    .max(1_000_000_000)
    .default(400_000)
    .describe('Maximum number of prompt tokens per prompt, across all model calls.'),
  files: z.int().min(1).max(10_000).default(25).describe('Maximum number of files a job can change.'),
  changedLines: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(2000)
    .describe('Maximum number of lines a job can change.'),
});
export type AgentSettings = Readonly<z.infer<typeof agentSettings>>;

function parses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

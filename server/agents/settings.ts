import { z } from 'zod';
import { branchName } from './workspace/git-arguments.ts';
import { parseRemote } from './workspace/remote.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const caBundle = z
  .string()
  .max(500_000)
  .default('')
  .describe('PEM certificates that are trusted besides the usual ones.');

/** The name of a model server or forge. */
export const peerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'give 1 to 64 of the characters a-z 0-9 . _ -');

/** A server that speaks the chat-completions API of OpenAI, as its operator set it up. */
export const modelServerSettings = z.strictObject({
  baseUrl: httpUrl.meta({ description: 'Up to and including `/v1`.', examples: ['http://10.0.0.7:8000/v1'] }),
  model: z
    .string()
    .min(1)
    .max(300)
    .meta({ description: 'Id of the model there.', examples: ['qwen3-coder-30b'] }),
  caBundle,
  concurrency: z.int().min(1).max(64).default(1).describe('Requests at the same time; others wait.'),
  transport: z
    .enum(['auto', 'native', 'text'])
    .default('auto')
    .describe(
      'How tools are called: by the API, as text, or (`auto`) as it turns out when it is tried before the first job.',
    ),
  stream: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Answers as they come; `null`: as it turns out when it is tried.'),
  windowTokens: z
    .int()
    .min(8_000)
    .max(100_000_000)
    .nullable()
    .default(null)
    .describe('Context window; `null`: it is measured.'),
  firstByteSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .default(1200)
    .describe('Longest wait for the beginning of an answer: reading a long prompt can take many minutes.'),
  idleSeconds: z.int().min(1).max(86_400).default(600).describe('Longest silence within an answer.'),
  totalSeconds: z.int().min(1).max(86_400).default(1800).describe('Longest answer.'),
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

/** Where merge requests are opened. */
export const forgeSettings = z.strictObject({
  kind: z
    .enum(forgeKinds)
    .describe(
      '`gitea` (Forgejo too), `gitlab`, `github` (Enterprise Server), `bitbucket` (Data Center); `gitlab-push` and `agit-push` open requests by a push alone; `git` only holds the repository: the review is here.',
    ),
  baseUrl: httpUrl.meta({
    description: "Address of the forge, without the API's path.",
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
    'give a folder of the repository without a slash at either end',
  );

/** What agent jobs of a project work on. */
export const agentSettings = z.strictObject({
  repository: z
    .string()
    .min(1)
    .max(2000)
    .refine((text) => parses(() => parseRemote(text)), {
      error: 'give an http, https, ssh or file address without a password, or an absolute folder',
    })
    .describe('Address of the source repository, or an absolute folder with one.'),
  branch: z
    .string()
    .default('main')
    .refine((text) => branchName(text) !== null, { error: 'is no name of a branch' })
    .describe('Branch that jobs begin at and propose changes to.'),
  modelServer: peerName.describe('Name of the model server.'),
  forge: peerName.nullable().default(null).describe('Name of the forge; `null`: changes are reviewed here.'),
  forgeRepository: z
    .string()
    .max(500)
    .nullable()
    .default(null)
    .describe('Owner and name there (`docs/site`); `null`: as in the address of the repository.'),
  roots: z
    .array(folder)
    .min(1)
    .max(100)
    .default([''])
    .describe('Folders that jobs may change; an empty text is the whole repository.'),
  allowed: z
    .array(z.string().min(1).max(500))
    .max(100)
    .default([])
    .describe(
      'Single files that jobs may change although they are no documentation, such as `AGENTS.md`. A change of one is held as a draft.',
    ),
  steps: z.int().min(1).max(1000).default(40).describe('Answers of the model that a prompt may use.'),
  minutes: z.int().min(1).max(1440).default(30).describe('How long a prompt may take.'),
  promptTokens: z
    .int()
    .min(1000)
    .max(1_000_000_000)
    .default(400_000)
    .describe('Prompt tokens of all requests of a prompt together.'),
  files: z.int().min(1).max(10_000).default(25).describe('Files that a job may change.'),
  changedLines: z.int().min(1).max(1_000_000).default(2000).describe('Lines that a job may change.'),
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

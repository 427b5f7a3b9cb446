import { z } from 'zod';
import { jobStatuses } from '../store/exports.ts';
import { agentJobId, PROMPT_MAX } from './agent-schemas.ts';
import { promptOf } from './prompt-of-messages.ts';
import { count, dateTime, exportJobId } from './schemas.ts';

/**
 * What the compatible editions take and give: calls that the platform has published beside those of the specification
 * (docs/decisions/0053). Their fields stay exactly so; unknown ones are ignored.
 */
export const startProjectExport = z
  .object({
    basePath: z
      .enum(['', '/docs', '/documentation'])
      .optional()
      .describe(
        'Path of the host below which the bundle will be served. Left out: the setting `basePath` of the project.',
      ),
  })
  .meta({ id: 'StartProjectExport', examples: [{ basePath: '/docs' }] });

export const projectExportJob = z
  .strictObject({
    jobId: exportJobId,
    status: z.enum(jobStatuses).meta({
      description: '`completed` (packed, verified, and there as tar.gz) and `failed` end the polling.',
      examples: ['completed'],
    }),
    createdAt: dateTime.describe('When the job was created.'),
    updatedAt: dateTime.describe('When something about it changed last.'),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed, and what to do; null otherwise.', examples: [null] }),
    bundleUrl: z
      .url()
      .optional()
      .meta({
        description:
          'A fresh link to the tar.gz, which works without a key until it expires; only when completed.',
        examples: [
          'http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs-export-2026-03-02.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI',
        ],
      }),
    sizeBytes: count
      .optional()
      .meta({ description: 'Size of the archive; only when completed.', examples: [391_204] }),
    expiresAt: dateTime.optional().describe('When this link ends; only when completed.'),
  })
  .meta({ id: 'ProjectExportJob', description: 'An export job as the compatible edition tells it.' });

/** A job that waits, for examples. */
export const queuedProjectExport: z.infer<typeof projectExportJob> = {
  jobId: 'se_4f0c9a12b7d35e68',
  status: 'queued',
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
  error: null,
};

const message = z.object({
  role: z
    .enum(['system', 'user', 'assistant'])
    .describe('`user` for the task, `system` for further instructions, `assistant` for example answers.'),
  content: z.string().describe('What is said.'),
});

export const newAgentSession = z
  .object({
    messages: z
      .array(message)
      .min(1)
      .max(1000)
      .refine((messages) => messages.some(({ content }) => content.trim() !== ''), {
        error: 'say nothing but white space',
      })
      .refine((messages) => promptOf(messages).length <= PROMPT_MAX, {
        error: `have more than ${PROMPT_MAX} characters together`,
      })
      .describe('What the agent is told: becomes one prompt.'),
    branch: z
      .string()
      .optional()
      .describe('Not used: a job works on a branch of its own, which the header `X-Branch-Name` says.'),
    // No default: generated types would ask for it.
    asDraft: z.boolean().optional().describe('The merge request is opened as a draft. Left out: it is not.'),
    model: z.string().optional().describe('Not used: the project says which model works for it.'),
  })
  .meta({
    id: 'NewAgentSession',
    examples: [{ messages: [{ role: 'user', content: 'Mention the lock file in the installation guide.' }] }],
  });

export const agentSession = z
  .strictObject({
    sessionId: agentJobId.describe('Identifier of the agent job.'),
    subdomain: z.string().meta({ description: "First label of the project's domain.", examples: ['docs'] }),
    branch: z
      .string()
      .nullable()
      .meta({
        description: 'Branch that the agent works on; null until it exists.',
        examples: ['offprint/ag_5d1f0c83b2a94e67'],
      }),
    haulted: z.boolean().meta({ description: 'The job has ended.', examples: [true] }),
    haultReason: z.enum(['completed', 'github_missconfigured', 'error', 'processing', 'interrupted']).meta({
      description:
        '`processing` while it runs; `interrupted` when it was canceled; `github_missconfigured` when the repository or its forge could not be reached.',
      examples: ['completed'],
    }),
    pullRequestLink: z
      .url()
      .optional()
      .meta({
        description: '`prLink` of the job; only where there is one.',
        examples: ['https://git.example.com/docs/site/pulls/17'],
      }),
    messageToUser: z
      .string()
      .optional()
      .meta({ description: 'How it ended, as a sentence; only when it has.', examples: ['Use npm ci'] }),
    todos: z
      .array(
        z.strictObject({
          content: z.string().describe('What is to be done.'),
          status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']).describe('How far it is.'),
          priority: z.enum(['high', 'medium', 'low']).describe('Always `medium`.'),
          id: z.string().describe('Its number in the list.'),
        }),
      )
      .meta({ description: 'What the model has set out to do.', examples: [[]] }),
    title: z
      .string()
      .optional()
      .meta({ description: 'Title of the change; only when there is one.', examples: ['Use npm ci'] }),
    createdAt: dateTime.describe('When the job was created.'),
  })
  .meta({ id: 'AgentSession', description: 'An agent job as the first edition tells it.' });

export const agentSessionList = z
  .strictObject({ allSessions: z.array(agentSession).describe('Newest first.') })
  .meta({ id: 'AgentSessionList', description: 'Agent jobs as the first edition lists them.' });

export const agentSessionQuery = z.object({
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Jobs that are left out first.'),
  take: z.coerce.number().int().min(1).max(100).default(12).describe('Jobs of the answer.'),
});

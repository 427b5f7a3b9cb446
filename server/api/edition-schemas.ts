import { z } from 'zod';
import { jobStatuses } from '../store/exports.ts';
import { agentJobId, PROMPT_MAX } from './agent-schemas.ts';
import { promptOf } from './prompt-of-messages.ts';
import { count, dateTime, exportJobId } from './schemas.ts';
import { ignoringUnknownFields } from './unknown-fields.ts';

/**
 * Schemas of the compatible editions: calls that the platform has published in addition to those of the specification
 * (docs/decisions/0053). Their fields must not change. Unknown fields are ignored, including in queries
 * (unknown-fields.ts).
 */
export const startProjectExport = ignoringUnknownFields({
  basePath: z
    .enum(['', '/docs', '/documentation'])
    .optional()
    .describe("Path on the host where the bundle will be served. Default: the project's `basePath` setting."),
}).meta({ id: 'StartProjectExport', examples: [{ basePath: '/docs' }] });

export const projectExportJob = z
  .strictObject({
    jobId: exportJobId,
    status: z.enum(jobStatuses).meta({
      description: 'Poll until it is `completed` (packed, verified, and available as tar.gz) or `failed`.',
      examples: ['completed'],
    }),
    createdAt: dateTime.describe('When the job was created.'),
    updatedAt: dateTime.describe('When the job last changed.'),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the job failed and what to do; null otherwise.', examples: [null] }),
    bundleUrl: z
      .url()
      .optional()
      .meta({
        description:
          'A fresh link to the tar.gz file. It works without a key until it expires. Only for completed jobs.',
        examples: [
          'http://127.0.0.1:4750/bundles/se_4f0c9a12b7d35e68/docs-export-2026-03-02.tar.gz?expires=1772447400&key=mm8x2k1c-5d2e7a90&signature=3q2-7wAAvE0Yd5m1mR4o0nH2x5sKcQb8uVtJ6fLhZpI',
        ],
      }),
    sizeBytes: count
      .optional()
      .meta({ description: 'Size of the archive; only for completed jobs.', examples: [391_204] }),
    expiresAt: dateTime.optional().describe('When this link expires; only for completed jobs.'),
  })
  .meta({
    id: 'ProjectExportJob',
    description: 'An export job, as the compatible edition of the API describes it.',
  });

/** Example of a queued job. */
export const queuedProjectExport: z.infer<typeof projectExportJob> = {
  jobId: 'se_4f0c9a12b7d35e68',
  status: 'queued',
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T09:30:00.000Z',
  error: null,
};

const message = ignoringUnknownFields({
  role: z
    .enum(['system', 'user', 'assistant'])
    .describe('`user` for the task, `system` for further instructions, and `assistant` for example answers.'),
  content: z.string().describe('The text of the message.'),
});

export const newAgentSession = ignoringUnknownFields({
  messages: z
    .array(message)
    .min(1)
    .max(1000)
    .refine((messages) => messages.some(({ content }) => content.trim() !== ''), {
      error: 'the messages contain only whitespace',
    })
    .refine((messages) => promptOf(messages).length <= PROMPT_MAX, {
      error: `the messages have more than ${PROMPT_MAX} characters in total`,
    })
    .describe('The instructions for the agent. They are combined into one prompt.'),
  branch: z
    .string()
    .optional()
    .describe(
      "Not used: each job works on its own branch, which is named in the response's `X-Branch-Name` header.",
    ),
  // No default: generated types would require the field.
  asDraft: z.boolean().optional().describe('Open the merge request as a draft. Default: false.'),
  model: z.string().optional().describe("Not used: the model is set in the project's settings."),
}).meta({
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
        description: 'Branch the agent works on; null until it exists.',
        examples: ['offprint/ag_5d1f0c83b2a94e67'],
      }),
    haulted: z.boolean().meta({ description: 'Whether the job has ended.', examples: [true] }),
    haultReason: z.enum(['completed', 'github_missconfigured', 'error', 'processing', 'interrupted']).meta({
      description:
        '`processing` while the job is running; `interrupted` if the job was canceled; `github_missconfigured` if the repository or its forge could not be reached.',
      examples: ['completed'],
    }),
    pullRequestLink: z
      .url()
      .optional()
      .meta({
        description: "The job's `prLink`, if there is one.",
        examples: ['https://git.example.com/docs/site/pulls/17'],
      }),
    messageToUser: z
      .string()
      .optional()
      .meta({
        description: 'How the job ended, as a sentence; present only after the job has ended.',
        examples: ['Use npm ci'],
      }),
    todos: z
      .array(
        z.strictObject({
          content: z.string().describe('What to do.'),
          status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']).describe("The item's state."),
          priority: z.enum(['high', 'medium', 'low']).describe('Always `medium`.'),
          id: z.string().describe('Position in the list.'),
        }),
      )
      .meta({ description: "The model's to-do list.", examples: [[]] }),
    title: z
      .string()
      .optional()
      .meta({ description: 'Title of the change, if there is one.', examples: ['Use npm ci'] }),
    createdAt: dateTime.describe('When the job was created.'),
  })
  .meta({
    id: 'AgentSession',
    description: 'An agent job, as version 1 of the agent job calls describes it.',
  });

export const agentSessionList = z
  .strictObject({ allSessions: z.array(agentSession).describe('Newest first.') })
  .meta({
    id: 'AgentSessionList',
    description: 'A list of agent jobs, as version 1 of the agent job calls describes them.',
  });

export const agentSessionQuery = ignoringUnknownFields({
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Number of jobs to skip.'),
  take: z.coerce.number().int().min(1).max(100).default(12).describe('Maximum number of jobs to return.'),
});

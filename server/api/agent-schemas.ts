import { z } from 'zod';
import {
  agentSettings,
  forgeKinds,
  forgeSettings,
  modelServerSettings,
  peerName,
} from '../agents/settings.ts';
import { agentStatuses } from '../store/agent-jobs.ts';
import { count, cursor, dateTime, limit, linkQuery, nextCursor, projectId, sha256 } from './schemas.ts';
import { ignoringUnknownFields } from './unknown-fields.ts';

/** Schemas of agent job requests and responses. The first three are documented: their fields must not change. */
export const agentJobId = z
  .string()
  .meta({ description: 'Identifier of an agent job.', examples: ['ag_5d1f0c83b2a94e67'] });

export const PROMPT_MAX = 100_000;
const prompt = z
  .string()
  .min(1)
  .max(PROMPT_MAX)
  .refine((text) => text.trim() !== '', { error: 'contains only whitespace' })
  .meta({
    description: 'The instruction for the agent.',
    examples: ['Replace "npm install" with "npm ci" in the installation guide.'],
  });

export const newAgentJob = ignoringUnknownFields({ prompt }).meta({
  id: 'NewAgentJob',
  examples: [{ prompt: 'Replace "npm install" with "npm ci" in the installation guide.' }],
});
export const agentMessage = ignoringUnknownFields({ prompt }).meta({
  id: 'AgentMessage',
  examples: [{ prompt: 'Mention the lock file too.' }],
});

export const agentJob = z
  .strictObject({
    id: agentJobId.describe('Unique identifier of the agent job.'),
    status: z.enum(agentStatuses).meta({
      description:
        'Poll until it is `completed`, `archived` or `failed`. A job interrupted by a restart stays `active` and continues.',
      examples: ['completed'],
    }),
    source: z
      .strictObject({
        repository: z.string().meta({
          description: 'Full URL of the source repository.',
          examples: ['https://git.example.com/docs/site.git'],
        }),
        ref: z
          .string()
          .nullable()
          .meta({
            description: 'Branch the agent works on; null until it exists.',
            examples: ['offprint/ag_5d1f0c83b2a94e67'],
          }),
      })
      .describe('The repository that the job changes.'),
    model: z.string().meta({ description: 'The model used for the job.', examples: ['qwen3-coder-30b'] }),
    prLink: z
      .url()
      .nullable()
      .meta({
        description:
          'Address of the merge request; null while the job is active, or if nothing was changed. Without a forge, the address of the page on this server that shows the change.',
        examples: ['https://git.example.com/docs/site/pulls/17'],
      }),
    createdAt: dateTime.describe('When the job was created.'),
    archivedAt: dateTime
      .nullable()
      .meta({ description: 'When the job was archived; null if it was not.', examples: [null] }),
  })
  .meta({ id: 'AgentJob', description: 'An agent job, which turns a prompt into a proposed change.' });

/** Example of a job that was just created. */
export const activeAgentJob: z.infer<typeof agentJob> = {
  id: 'ag_5d1f0c83b2a94e67',
  status: 'active',
  source: { repository: 'https://git.example.com/docs/site.git', ref: null },
  model: 'qwen3-coder-30b',
  prLink: null,
  createdAt: '2026-03-02T09:30:00.000Z',
  archivedAt: null,
};

const stopCode = z
  .string()
  .nullable()
  .meta({
    description:
      'Why the job stopped early, as a code: `canceled`, `model-unreachable`, `steps`, `publish-failed`, …; null otherwise.',
    examples: [null],
  });
const stage = z
  .enum([
    'queued',
    'preparing',
    'running',
    'validating',
    'publishing',
    'done',
    'no-change',
    'failed',
    'canceled',
  ])
  .meta({ description: 'What the job is doing, or how it ended.', examples: ['done'] });
const review = z
  .enum(['merged', 'rejected'])
  .nullable()
  .meta({
    description: 'The review decision made on this server; null until one is made.',
    examples: [null],
  });

const listed = z.strictObject({
  ...agentJob.shape,
  projectId,
  prompt: z.string().describe('The first prompt, up to 500 characters.'),
  stage,
  outcome: z
    .string()
    .nullable()
    .meta({ description: 'How the job ended, as a sentence; null until it ends.', examples: [null] }),
  stopCode,
  steps: count.describe('Model calls so far.'),
  review,
  updatedAt: dateTime.describe('When the job last changed.'),
});

export const agentJobList = z
  .strictObject({ jobs: z.array(listed).describe('Newest first.'), nextCursor })
  .meta({ id: 'AgentJobList', description: 'One page of agent jobs.' });

export const agentJobQuery = z.strictObject({
  cursor: cursor.optional(),
  limit,
  status: z.enum(agentStatuses).optional().describe('Only jobs with this status.'),
  archived: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('`true`: only archived jobs. `false`: only jobs that are not archived.'),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only jobs with this text in their ID or first prompt.'),
});
export const anyAgentJobQuery = agentJobQuery.extend({
  projectId: projectId.optional().describe('Only jobs in this project.'),
  id: agentJobId.optional().describe('Only the job with this ID.'),
});

const used = (what: string) =>
  z
    .strictObject({ used: count.describe('Amount used so far.'), limit: count.describe('The limit.') })
    .meta({ description: what, examples: [{ used: 7, limit: 40 }] });

export const agentDetail = z
  .strictObject({
    job: agentJob.describe('The job, as returned by the polling endpoint.'),
    projectId,
    prompt: z.string().describe('The first prompt.'),
    stage,
    outcome: z.string().meta({
      description: 'What the job is doing, or how it ended, as a sentence.',
      examples: ['Use npm ci'],
    }),
    stopCode,
    review: z
      .strictObject({
        decision: z.enum(['merged', 'rejected']).describe('What was decided.'),
        note: z.string().describe('The note given with the decision.'),
        commit: z.string().nullable().describe('The merge commit on the target branch.'),
      })
      .nullable()
      .meta({ description: 'The decision made on this server about the latest proposal.', examples: [null] }),
    isReviewedHere: z
      .boolean()
      .describe(
        "Whether the proposed change is reviewed on this server, because there is no forge or the forge's kind is `git`. False until a change is proposed.",
      ),
    title: z.string().nullable().describe('Title of the change; null until the change is finished.'),
    note: z.string().nullable().describe('What the model says about the change.'),
    problems: z.array(z.string()).describe('Problems that the change causes and the agent has not fixed.'),
    base: z.string().nullable().describe('Commit the job started from.'),
    targetBranch: z.string().describe('Branch into which the change is to be merged.'),
    messagesWaiting: count.describe('Number of messages the model has not received yet.'),
    todo: z
      .array(
        z.strictObject({
          state: z.enum(['open', 'doing', 'done']).describe("The item's state."),
          text: z.string().describe('What to do.'),
        }),
      )
      .describe("The model's to-do list."),
    budget: z
      .strictObject({
        steps: used('Model calls.'),
        promptTokens: used('Prompt tokens.'),
        minutes: used('Minutes since the last prompt or message.'),
      })
      .describe('Usage since the last prompt or message.'),
    steps: z
      .array(
        z.strictObject({
          seq: count.describe('Sequence number of the event.'),
          at: dateTime.describe('When the event happened.'),
          kind: z.enum(['person', 'model', 'tool', 'job']).describe('Who or what caused the event.'),
          ok: z.boolean().describe('False if something was refused or went wrong.'),
          text: z.string().describe('What was done, up to 500 characters.'),
        }),
      )
      .describe('What happened, oldest first.'),
  })
  .meta({ id: 'AgentJobDetail', description: 'An agent job with all its details.' });

export const agentDiff = z
  .strictObject({
    base: z.string().nullable().describe('Commit the job started from; null until it has started.'),
    commit: z
      .string()
      .nullable()
      .describe('Commit that contains the change; null until the change is proposed.'),
    files: z
      .array(
        z.strictObject({
          path: z.string().describe('Path within the repository.'),
          added: count.nullable().describe('Lines added; null for a binary file.'),
          removed: count.nullable().describe('Lines removed; null for a binary file.'),
        }),
      )
      .describe('The files that were changed.'),
    patch: z.string().describe('The change as a unified diff.'),
    wasCut: z.boolean().describe('Whether the patch was cut off because it is longer than 4 MiB.'),
  })
  .meta({ id: 'AgentDiff', description: 'What a job has changed so far.' });

const note = z
  .string()
  .max(10_000)
  .default('')
  .meta({ description: 'A note about the decision.', examples: ['Thank you.'] });
export const reviewDecision = z
  .strictObject({ note })
  .meta({ id: 'ReviewDecision', examples: [{ note: 'Thank you.' }] });

export const reviewComments = z
  .strictObject({
    comments: z
      .array(
        z.strictObject({
          path: z
            .string()
            .max(1000)
            .nullable()
            .default(null)
            .describe('Path of the file; null for a comment on the whole change.'),
          line: z
            .int()
            .min(1)
            .nullable()
            .default(null)
            .describe('Line number in the new version of the file.'),
          text: z.string().trim().min(1).max(10_000).describe('The comment.'),
        }),
      )
      .min(1)
      .max(200)
      .describe('The comments, sent to the agent as one message.'),
  })
  .meta({
    id: 'ReviewComments',
    examples: [{ comments: [{ path: 'guide/install.mdx', line: 12, text: 'Mention the lock file.' }] }],
  });

export const agentExport = z
  .strictObject({
    files: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'File name.', examples: ['change.bundle'] }),
          sizeBytes: count.describe('Size.'),
          sha256: sha256.describe('Digest.'),
        }),
      )
      .describe(
        '`change.bundle` for git fetch and for import, `change.patch` for git am. `SHA256SUMS` lists their digests.',
      ),
  })
  .meta({ id: 'AgentExport', description: 'A change as files, for offline transfer.' });

export const agentImport = z
  .strictObject({
    bundle: z
      .base64()
      .min(1)
      .meta({ description: 'The change.bundle file, in base64.', examples: ['IyB2MiBnaXQgYnVuZGxlCg=='] }),
    sha256: sha256
      .nullable()
      .default(null)
      .describe('Digest of the bundle, as in SHA256SUMS; null to skip the check.'),
  })
  .meta({ id: 'AgentImport' });

export const agentProjectSettings = agentSettings.meta({
  id: 'AgentSettings',
  description: "A project's agent settings.",
  examples: [
    {
      ...agentSettings.parse({
        repository: 'https://git.example.com/docs/site.git',
        modelServer: 'local',
        forge: 'gitea',
      }),
    },
  ],
});
export const agentSettingsList = z
  .strictObject({
    projects: z
      .array(
        z.strictObject({
          projectId,
          settings: agentProjectSettings.describe("The project's agent settings."),
        }),
      )
      .describe('Projects that agent jobs can be created for.'),
  })
  .meta({ id: 'AgentSettingsList', description: 'The agent settings of all projects.' });

export const agentSettingsChange = z
  .strictObject(
    Object.fromEntries(
      Object.entries(agentSettings.shape).map(([name, schema]) => [
        name,
        (schema instanceof z.ZodDefault ? schema.unwrap() : schema)
          .optional()
          .describe(schema.description ?? ''),
      ]),
    ),
  )
  .meta({
    id: 'AgentSettingsChange',
    examples: [{ repository: 'https://git.example.com/docs/site.git', modelServer: 'local' }],
  });

const token = z
  .string()
  .min(1)
  .max(10_000)
  .regex(/^[\x21-\x7e]+$/, 'contains characters that are not allowed in a token')
  .nullable()
  .optional()
  .meta({
    description:
      'Stored encrypted and never returned. If omitted, the stored token is kept; null removes it.',
    examples: ['…'],
  });
const hasToken = z.boolean().describe('Whether a token is stored.');
const name = peerName.meta({ description: 'The name used in Offprint.', examples: ['local'] });

export const modelServerBody = z
  .strictObject({
    name,
    ...modelServerSettings.shape,
    hasToken,
    measured: z
      .strictObject({
        transport: z.enum(['native', 'text']).describe('How tools are called.'),
        stream: z.boolean().describe('Whether responses are streamed.'),
        windowTokens: count.describe('Measured context window, in tokens.'),
      })
      .nullable()
      .meta({
        description: 'The result of the last test; null if the server has not been tested.',
        examples: [null],
      }),
  })
  .meta({ id: 'ModelServer', description: 'A model server that agent jobs can use.' });
export const modelServerInput = z.strictObject({ name, ...modelServerSettings.shape, token }).meta({
  id: 'ModelServerInput',
  examples: [{ name: 'local', baseUrl: 'http://10.0.0.7:8000/v1', model: 'qwen3-coder-30b' }],
});
export const modelServerList = z
  .strictObject({ modelServers: z.array(modelServerBody).describe('Sorted by name.') })
  .meta({ id: 'ModelServerList', description: 'All model servers.' });

export const forgeBody = z
  .strictObject({ name, ...forgeSettings.shape, hasToken })
  .meta({ id: 'Forge', description: 'A forge where merge requests are opened.' });
export const forgeInput = z.strictObject({ name, ...forgeSettings.shape, token }).meta({
  id: 'ForgeInput',
  examples: [{ name: 'gitea', kind: forgeKinds[0], baseUrl: 'https://git.example.com' }],
});
export const forgeList = z
  .strictObject({ forges: z.array(forgeBody).describe('Sorted by name.') })
  .meta({ id: 'ForgeList', description: 'All forges.' });

const verdict = z.enum(['works', 'garbled', 'printed', 'ignored', 'refused', 'failed']);
export const diagnosis = z
  .strictObject({
    ok: z.boolean().describe('Whether jobs can use the model server.'),
    software: z
      .string()
      .nullable()
      .meta({ description: 'The server software.', examples: ['vLLM'] }),
    models: z.array(z.string()).describe('The models the server offers.'),
    tools: z
      .strictObject({
        streamed: verdict.describe('Tool calls in streamed responses.'),
        whole: verdict.describe('Tool calls in responses that are not streamed.'),
        text: verdict.describe('Tool calls as text.'),
      })
      .nullable()
      .describe('How well each way of calling tools worked.'),
    windowTokens: count.nullable().describe('Measured context window, in tokens.'),
    findings: z
      .array(
        z.strictObject({
          severity: z
            .enum(['error', 'warning'])
            .describe('`error`: jobs cannot run. `warning`: jobs can still run.'),
          sentence: z.string().describe('What is wrong, and how to fix it.'),
        }),
      )
      .describe('The problems found.'),
  })
  .meta({ id: 'Diagnosis', description: 'The result of testing a model server.' });
export const forgeTest = z
  .strictObject({
    ok: z.boolean().describe('Whether the token can access the repository.'),
    sentence: z.string().describe('What was found, and what to do.'),
  })
  .meta({ id: 'ForgeTest', description: "Whether the token can access a project's repository." });
export const forgeTestRequest = z
  .strictObject({ projectId })
  .meta({ id: 'ForgeTestRequest', examples: [{ projectId: 'prj_1c7d20e94ab35f86' }] });

export const agentJobParams = z.strictObject({ projectId, id: agentJobId });
export const agentFileParams = agentJobParams.extend({
  file: z.enum(['change.bundle', 'change.patch', 'SHA256SUMS']).describe('File name.'),
});
export const peerParams = z.strictObject({ name });
export const reviewParams = z.strictObject({ id: agentJobId });
export const reviewQuery = linkQuery;

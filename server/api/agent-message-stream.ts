import type { JobEvent } from '../agents/loop/events.ts';
import { stepsOf } from '../agents/loop/steps.ts';
import { type AgentJob, findAgentJob } from '../store/agent-jobs.ts';
import { agentJobBody } from './agent-job-body.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

const OUTCOME = 'outcome';

/**
 * What a new agent job does, until it has ended, as one message of the ai-sdk ("UI message stream": server-sent events
 * of JSON chunks, then `[DONE]`), which the first edition names for reading it: a part `data-step` for each step, at
 * last the outcome as text, with the link to the change. A reader that goes away stops nothing.
 */
export function agentMessageStream(services: Services, job: AgentJob, branch: string): Stream {
  const { agentEvents: hub, host } = services;
  return eventStream(
    { events: hub, timing: services.timing },
    ({ data, end }) => {
      const send = (chunk: object): void => data(JSON.stringify(chunk));
      const tell = async (ended: AgentJob): Promise<void> => {
        const { prLink } = await agentJobBody(services, ended);
        send({ type: 'text-start', id: OUTCOME });
        send({
          type: 'text-delta',
          id: OUTCOME,
          delta: [ended.sentence, prLink].filter(Boolean).join('\n\n'),
        });
        send({ type: 'text-end', id: OUTCOME });
        send({ type: 'finish' });
        data('[DONE]');
        end();
      };
      send({ type: 'start', messageId: job.id });
      return hub.listen(job.id, 0, {
        event: ({ id: seq, at, kind, detail }) => {
          const body = { type: kind, ...(detail as object) } as JobEvent;
          for (const step of stepsOf([{ seq, at, body }])) {
            send({ type: 'data-step', id: `step-${seq}`, data: step });
          }
          const found = kind === 'ended' ? findAgentJob(host.store(), job.id) : undefined;
          if (found && found.status !== 'active') tell(found).catch(end);
        },
        progress: () => {},
        held: () => {},
        end,
      });
    },
    {
      'x-session-id': job.id,
      'x-branch-name': branch,
      // By which the ai-sdk knows what it reads.
      'x-vercel-ai-ui-message-stream': 'v1',
    },
  );
}

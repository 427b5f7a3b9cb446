import type { JobEvent } from '../agents/loop/events.ts';
import { stepsOf } from '../agents/loop/steps.ts';
import { type AgentJob, findAgentJob } from '../store/agent-jobs.ts';
import { agentJobBody } from './agent-job-body.ts';
import type { Stream } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import type { Services } from './services.ts';

const OUTCOME = 'outcome';

/**
 * Streams a new agent job until it ends, as one message in the ai-sdk's UI message stream format (server-sent events of
 * JSON chunks, then `[DONE]`). Version 1 of the API names this format. Each step is a `data-step` part; the last part
 * is the outcome as text, with the link to the change. The job continues if the reader disconnects.
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
      // Identifies the stream format to the ai-sdk.
      'x-vercel-ai-ui-message-stream': 'v1',
    },
  );
}

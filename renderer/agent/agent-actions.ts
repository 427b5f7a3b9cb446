import { useMemo } from 'react';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { toast } from '../ui/overlays.tsx';
import { type AgentVerb, agentVerbsOf } from './agent-status.tsx';

type Target = Readonly<{ id: string; projectId: string; status: Parameters<typeof agentVerbsOf>[0] }>;

/** Cancels or archives jobs one by one, skips those in the wrong state, and reports the outcome in a toast. */
export function useAgentActions() {
  const { api, agents } = useServices();
  return useMemo(
    () =>
      async (chosen: readonly Target[], verb: AgentVerb): Promise<void> => {
        const suited = chosen.filter(({ status }) => agentVerbsOf(status).includes(verb));
        if (suited.length === 0) {
          toast(t('agents.noneSuits', { count: chosen.length }));
          return;
        }
        const faults: string[] = [];
        for (const { id, projectId } of suited) {
          try {
            await api.endAgentJob({ projectId, jobId: id }, verb);
          } catch (error) {
            faults.push((error as Error).message);
          }
        }
        const done = suited.length - faults.length;
        if (faults.length === 0) toast(t(`agents.${verb}.done` as MessageId, { count: done }));
        else {
          const detail = faults[0];
          toast(t('actions.someRefused', { done, refused: faults.length }), { detail, isError: true });
        }
        agents.refresh();
      },
    [api, agents],
  );
}

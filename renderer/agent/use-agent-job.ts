import { useEffect, useMemo, useState } from 'react';
import type { AgentDetail, LogEvent } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import { type Loaded, useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';

const RELOAD_AFTER_MS = 150;
/** Resource use changes without events, so it is polled. */
const RELOAD_EVERY_MS = 15_000;

/** Loads the state and log of an agent job and keeps both up to date. */
export function useAgentJob({
  projectId,
  jobId,
}: AgentPlace): Readonly<{ place: AgentPlace; detail: Loaded<AgentDetail>; log: readonly LogEvent[] }> {
  const { api, live } = useServices();
  const place = useMemo(() => ({ projectId, jobId }), [projectId, jobId]);
  const detail = useLoad(`${projectId} ${jobId}`, () => api.agentDetail(place));
  const [log, setLog] = useState<readonly LogEvent[]>([]);
  /** Incremented to reopen the stream, which ends with the job: a later message or review continues the log. */
  const [turn, setTurn] = useState(0);
  const { reload } = detail;
  const isActive = detail.value?.job.status === 'active';
  const last = log.at(-1)?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn follows it anew
  useEffect(
    () =>
      live.followAgentJob(place, (event) =>
        setLog((old) => (event.id > (old.at(-1)?.id ?? 0) ? [...old, event] : old)),
      ),
    [live, place, turn],
  );
  useEffect(
    () =>
      live.follow({
        connected: reload,
        agents: (jobIds) => {
          if (!jobIds.includes(jobId)) return;
          reload();
          setTurn((old) => old + 1);
        },
      }),
    [live, jobId, reload],
  );
  useEffect(() => {
    if (last === undefined) return;
    const timer = setTimeout(reload, RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [last, reload]);
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(reload, RELOAD_EVERY_MS);
    return () => clearInterval(timer);
  }, [isActive, reload]);
  return { place, detail, log };
}

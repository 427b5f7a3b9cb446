import { ArrowDownToLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Job, JobEventKind, LogEvent, TurnName } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CopyButton, Empty, Input, Loading, Notice } from '../ui/controls.tsx';
import styles from './job.module.css';

const AT_END_PX = 24;

/** What was written down about a job, as it comes. */
export function LogView({ job }: Readonly<{ job: Job }>) {
  const { live } = useServices();
  const [events, setEvents] = useState<readonly LogEvent[]>([]);
  const [search, setSearch] = useState('');
  const [isFollowing, setFollowing] = useState(true);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setEvents([]);
    return live.followJob(job.jobId, (event) => setEvents((old) => [...old, event]));
  }, [live, job.jobId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows whenever something came
  useEffect(() => {
    if (isFollowing && frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [events, isFollowing]);

  const lines = events
    .map((event) => ({ event, text: textOf(event) }))
    .filter(({ text }) => text.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      {job.pauseReason !== undefined && (
        <Notice tone="warn">
          <span translate="no">{job.pauseReason}</span>
        </Notice>
      )}
      <div className={styles.bar}>
        <Input
          type="search"
          aria-label={t('log.search')}
          placeholder={t('log.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          style={{ maxWidth: 280 }}
        />
        <Button
          className={styles.grow ?? ''}
          aria-pressed={isFollowing}
          onClick={() => setFollowing(!isFollowing)}
        >
          <ArrowDownToLine size={14} aria-hidden />
          {isFollowing ? t('log.following') : t('log.follow')}
        </Button>
        <CopyButton
          small={false}
          text={lines.map(({ event, text }) => `${event.at}  ${text}`).join('\n')}
          label={t('log.copy')}
        />
      </div>
      <div
        className={styles.log}
        ref={frame}
        tabIndex={0}
        role="log"
        aria-label={t('job.tab.log')}
        aria-live="off"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          setFollowing(scrollTop + clientHeight >= scrollHeight - AT_END_PX)
        }
      >
        {events.length === 0 ? (
          <div style={{ padding: 16 }}>
            <Loading />
          </div>
        ) : lines.length === 0 ? (
          <Empty icon={null} title={t('log.none')} />
        ) : (
          <ol>
            {lines.map(({ event, text }) => (
              <li key={event.id} data-tone={event.kind === 'failed' ? 'bad' : undefined}>
                <time dateTime={event.at}>{formats.time(event.at)}</time>
                <span>
                  {text}
                  {typeof event.detail.error === 'string' && (
                    <span translate="no"> {event.detail.error}</span>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function textOf({ kind, detail }: LogEvent): string {
  switch (kind) {
    case 'phase':
      return t('log.phase', { phase: t(`phase.${detail.phase}` as MessageId) });
    case 'resumed': {
      const inFlight = Array.isArray(detail.inFlight) ? detail.inFlight.length : 0;
      return inFlight > 0 ? t('log.resumedInFlight', { count: inFlight }) : t('log.resumed');
    }
    case 'completed':
      return t('log.completed', { verdict: t(`verdict.${detail.verdict}` as MessageId) });
    case 'checked-out':
      return t('log.checked-out', {
        commit: String(detail.commit).slice(0, 12),
        leftOut: Number(detail.leftOut),
      });
    case 'rendered':
      return t('log.rendered', { pages: Number(detail.pages), findings: Number(detail.findings) });
    case 'publication-queued':
      return t('log.publication-queued', { target: String(detail.targetName) });
    case 'not-published':
      return t(`log.not-published.${detail.why as 'target-removed' | 'verification-failed'}`, {
        target: String(detail.targetId),
      });
    case 'turned-back':
      return t(`turn.${detail.why as TurnName}`);
    default:
      return t(`log.${kind as Exclude<JobEventKind, 'turned-back' | 'not-published'>}`);
  }
}

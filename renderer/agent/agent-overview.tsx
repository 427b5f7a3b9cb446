import { Circle, CircleCheck, CircleDot, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { AgentDetail, LogEvent } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import jobStyles from '../job/job.module.css';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useServices } from '../state/services.ts';
import {
  Button,
  CopyButton,
  Facts,
  Failure,
  Field,
  Notice,
  Panel,
  ProgressBar,
  TextArea,
} from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './agent.module.css';
import { RateNote } from './rate-note.tsx';
import { useSend } from './send.ts';
import { StepsView } from './steps-view.tsx';

/** Prompt, progress, resource use and result of a job. */
export function AgentOverview({
  place,
  detail,
  log,
}: Readonly<{ place: AgentPlace; detail: AgentDetail; log: readonly LogEvent[] }>) {
  const { job, todo, problems } = detail;
  return (
    <div className={jobStyles.columns}>
      <div className={jobStyles.column}>
        <Outcome place={place} detail={detail} />
        <Panel title={t('agent.steps')}>
          <StepsView log={log} isActive={job.status === 'active'} />
        </Panel>
        {job.status !== 'archived' && <MessageBox place={place} isActive={job.status === 'active'} />}
      </div>
      <div className={jobStyles.column}>
        <Panel title={t('agent.budget')}>
          <Budget budget={detail.budget} />
        </Panel>
        {todo.length > 0 && (
          <Panel title={t('agent.todo')}>
            <ol className={styles.todo}>
              {todo.map(({ state, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced whole
                <li key={index} data-state={state}>
                  <TodoSign state={state} />
                  <span translate="no">{text}</span>
                </li>
              ))}
            </ol>
          </Panel>
        )}
        <Panel title={t('agent.findings')}>
          {problems.length > 0 ? (
            <ul className={jobStyles.findings} translate="no">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          ) : (
            <p className={shared.soft}>{t('agent.noFindings')}</p>
          )}
        </Panel>
        <Panel title={t('agent.facts')}>
          <AgentFacts place={place} detail={detail} />
        </Panel>
      </div>
    </div>
  );
}

function Outcome({ place, detail }: Readonly<{ place: AgentPlace; detail: AgentDetail }>) {
  const { job, stage, outcome, stopCode, note, review, isReviewedHere, messagesWaiting } = detail;
  const isOver = job.status !== 'active';
  const tone =
    stage === 'failed' ? 'bad' : !isOver || stage === 'canceled' ? 'plain' : stopCode ? 'warn' : 'good';
  return (
    <>
      <Notice tone={tone}>
        <span translate="no">{outcome}</span>
        {stopCode !== null && (
          <span>
            {t('agent.stopCode')} <code translate="no">{stopCode}</code>
          </span>
        )}
        {review !== null && review.note !== '' && (
          <span>
            {t('agent.reviewNote')} <span translate="no">{review.note}</span>
          </span>
        )}
        {isOver && isReviewedHere && review === null && job.status !== 'archived' && (
          <a href={hrefOf({ page: 'agent-job', ...place, tab: 'changes' })}>{t('agent.lookAndDecide')}</a>
        )}
        {isOver && !isReviewedHere && job.prLink !== null && (
          <a href={job.prLink} target="_blank" rel="noreferrer">
            {t('agent.openRequest')} <ExternalLink size={13} aria-hidden />
          </a>
        )}
        {messagesWaiting > 0 && <span>{t('agent.messagesWaiting', { count: messagesWaiting })}</span>}
      </Notice>
      {note !== null && note !== '' && (
        <Panel title={t('agent.note')}>
          <p className={styles.words} translate="no">
            {note}
          </p>
        </Panel>
      )}
    </>
  );
}

function Budget({ budget }: Readonly<{ budget: AgentDetail['budget'] }>) {
  return (['steps', 'promptTokens', 'minutes'] as const).map((what) => {
    const { used, limit } = budget[what];
    const label = t(`agent.budget.${what}` as MessageId);
    return (
      <div key={what} className={styles.budget}>
        <span>
          <span>{label}</span>
          <span>{limit > 0 ? t('agent.budget.of', { used, limit }) : formats.number(used)}</span>
        </span>
        <ProgressBar label={label} percent={limit > 0 ? Math.min(100, (used / limit) * 100) : 0} />
      </div>
    );
  });
}

const TODO_SIGNS = { open: Circle, doing: CircleDot, done: CircleCheck } as const;

function TodoSign({ state }: Readonly<{ state: AgentDetail['todo'][number]['state'] }>) {
  const Sign = TODO_SIGNS[state];
  return <Sign size={15} aria-label={t(`agent.todo.${state}` as MessageId)} role="img" />;
}

function AgentFacts({ place, detail }: Readonly<{ place: AgentPlace; detail: AgentDetail }>) {
  const { job, targetBranch, base, prompt } = detail;
  const asIs = (text: string) => (
    <span key={text} translate="no">
      {text}
    </span>
  );
  return (
    <>
      <Facts
        items={[
          [t('job.id'), <code key="id" translate="no">{`${job.id}`}</code>],
          [
            t('job.project'),
            <a key="project" href={hrefOf({ page: 'project', projectId: place.projectId, tab: 'overview' })}>
              {t('job.openProject')}
            </a>,
          ],
          [t('agentSettings.repository'), asIs(job.source.repository)],
          [t('agent.target'), asIs(targetBranch)],
          ...(job.source.ref === null ? [] : ([[t('agent.branch'), asIs(job.source.ref)]] as const)),
          ...(job.prLink === null
            ? []
            : ([
                [t('agent.link'), <CopyButton key="link" text={job.prLink} label={t('agent.copyLink')} />],
              ] as const)),
          ...(base === null ? [] : ([[t('agent.base'), asIs(base.slice(0, 12))]] as const)),
          ...(detail.review?.commit
            ? ([[t('agent.mergedAs'), asIs(detail.review.commit.slice(0, 12))]] as const)
            : []),
          [t('job.created'), formats.dateTime(job.createdAt)],
          ...(job.archivedAt === null
            ? []
            : ([[t('agent.archivedAt'), formats.dateTime(job.archivedAt)]] as const)),
        ]}
      />
      <details className={styles.prompt}>
        <summary>{t('newAgent.prompt')}</summary>
        <p className={styles.words} translate="no">
          {prompt}
        </p>
      </details>
    </>
  );
}

/** Sends a message to the agent. A running agent reads it at its next step; a finished one resumes work with it. */
function MessageBox({ place, isActive }: Readonly<{ place: AgentPlace; isActive: boolean }>) {
  const { api } = useServices();
  const [text, setText] = useState('');
  const [sent, setSent] = useState(0);
  const { send, fault, waitSeconds, isBusy } = useSend();
  const needed = useNeeded({ text: text.trim() === '' && t('common.needed.message') });
  return (
    <Panel title={t('agent.message')}>
      <form
        style={{ display: 'grid', gap: 12 }}
        noValidate
        onSubmit={async (event) => {
          if (!needed.check(event)) return;
          const isSent = await send(async () => {
            await api.messageAgentJob(place, text);
          });
          if (!isSent) return;
          setText('');
          setSent(sent + 1);
          toast(t('agent.messageSent'));
        }}
      >
        <Field
          label={t('agent.messageLabel')}
          hint={t(isActive ? 'agent.messageActive' : 'agent.messageOver')}
          error={needed.faultOf('text')}
        >
          <TextArea
            value={text}
            rows={3}
            maxLength={100_000}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <RateNote key={sent} projectId={place.projectId} waitSeconds={waitSeconds} />
        {fault !== undefined && waitSeconds === 0 && <Failure message={fault} />}
        <div>
          <Button type="submit" isBusy={isBusy} disabled={waitSeconds > 0}>
            {t('agent.send')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

import { useEffect, useState } from 'react';
import type { AgentComment, AgentDetail } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import jobStyles from '../job/job.module.css';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { type AgentTab, agentTabs, hrefOf } from '../routing.ts';
import { announce } from '../state/announcer.ts';
import { Badge, Button, controlStyles, Failure, Loading } from '../ui/controls.tsx';
import { Confirm } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import { useAgentActions } from './agent-actions.ts';
import { AgentOverview } from './agent-overview.tsx';
import { AgentBadge, type AgentVerb, agentLookOf, agentVerbsOf } from './agent-status.tsx';
import { titleOf } from './agent-table.tsx';
import { ChangesView } from './changes-view.tsx';
import { useAgentJob } from './use-agent-job.ts';

/** Page of one agent job: its progress, its changes and their review. */
export default function AgentJobPage({ projectId, jobId, tab }: AgentPlace & Readonly<{ tab: AgentTab }>) {
  const { place, detail, log } = useAgentJob({ projectId, jobId });
  /** Review comments not sent yet. They survive switching tabs on this page. */
  const [comments, setComments] = useState<readonly AgentComment[]>([]);
  const back = { href: hrefOf({ page: 'agents' }), label: t('nav.agents') };
  const { value, error, reload } = detail;
  if (!value) {
    return (
      <Page title={t('agent.title')} back={back}>
        {error === undefined ? <Loading /> : <Failure message={error} onRetry={reload} />}
      </Page>
    );
  }
  const { job } = value;
  const title = value.title ?? titleOf(value.prompt);
  return (
    <Page
      title={<span translate="no">{title}</span>}
      name={title}
      back={back}
      subtitle={
        <span className={jobStyles.subtitle}>
          <AgentBadge job={standingOf(value)} />
          {job.status === 'archived' && <Badge>{t('agents.status.archived')}</Badge>}
          <span translate="no">{job.model}</span>
          <span>{t('job.started', { age: formats.ago(job.createdAt) })}</span>
        </span>
      }
      actions={<Actions place={place} status={job.status} />}
    >
      <nav className={controlStyles.tabs} aria-label={t('agent.parts')}>
        {agentTabs.map((one) => (
          <a
            key={one}
            className={controlStyles.tab}
            href={hrefOf({ page: 'agent-job', projectId, jobId, tab: one })}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`agent.tab.${one}` as MessageId)}
          </a>
        ))}
      </nav>
      {tab === 'overview' && <AgentOverview place={place} detail={value} log={log} />}
      {tab === 'changes' && (
        <ChangesView
          place={place}
          detail={value}
          log={log}
          comments={comments}
          onComments={setComments}
          onDecided={reload}
        />
      )}
      <Announcement detail={value} />
    </Page>
  );
}

function Actions({ place, status }: Readonly<{ place: AgentPlace; status: AgentDetail['job']['status'] }>) {
  const act = useAgentActions();
  const [asked, setAsked] = useState<AgentVerb>();
  return (
    <>
      {agentVerbsOf(status).map((verb) => (
        <Button key={verb} onClick={() => setAsked(verb)}>
          {t(`agents.verb.${verb}` as MessageId)}
        </Button>
      ))}
      {asked && (
        <Confirm
          title={t(`agents.${asked}.title` as MessageId, { count: 1 })}
          action={t(`agents.verb.${asked}` as MessageId)}
          onClose={() => setAsked(undefined)}
          onConfirm={() => act([{ id: place.jobId, projectId: place.projectId, status }], asked)}
        >
          <p>{t(`agents.${asked}.text` as MessageId)}</p>
        </Confirm>
      )}
    </>
  );
}

/** Announces the job's status whenever it changes. */
function Announcement({ detail }: Readonly<{ detail: AgentDetail }>) {
  const { text } = agentLookOf(standingOf(detail));
  useEffect(() => announce(text), [text]);
  return null;
}

function standingOf({ job, stage, stopCode, review }: AgentDetail) {
  return { status: job.status, stage, stopCode, review: review?.decision ?? null };
}

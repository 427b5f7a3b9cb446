import { GitMerge, Send } from 'lucide-react';
import { useState } from 'react';
import type { AgentComment, AgentDetail } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import { type MessageId, t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Notice, TextArea } from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import styles from './diff.module.css';
import { ExportBranch } from './export-branch.tsx';
import { RateNote } from './rate-note.tsx';
import { useSend } from './send.ts';

type Verb = 'approve' | 'reject';

/** Review actions for a change: send comments, approve and merge it, or reject it. */
export function ReviewBar({
  place,
  detail,
  hasChanges,
  comments,
  onComments,
  onDecided,
}: Readonly<{
  place: AgentPlace;
  detail: AgentDetail;
  hasChanges: boolean;
  comments: readonly AgentComment[];
  onComments: (comments: readonly AgentComment[]) => void;
  onDecided: () => void;
}>) {
  const { api } = useServices();
  const [asked, setAsked] = useState<Verb>();
  const [note, setNote] = useState('');
  const talk = useSend();
  const decision = useSend();
  const { job, review, isReviewedHere, targetBranch } = detail;
  const isOpen = isReviewedHere && review === null && job.status !== 'active' && job.status !== 'archived';

  const sendComments = (): void => {
    talk.send(async () => {
      await api.commentAgentJob(place, comments);
      onComments([]);
      toast(t('agent.commentsSent', { count: comments.length }));
      navigate({ page: 'agent-job', ...place, tab: 'overview' });
    });
  };
  const decide = (verb: Verb): void => {
    decision.send(async () => {
      await api.reviewAgentJob(place, verb, note.trim());
      setNote('');
      toast(t(`review.${verb}.done` as MessageId, { branch: targetBranch }));
      onDecided();
    });
  };

  return (
    <>
      {review !== null ? (
        <Notice tone={review.decision === 'merged' ? 'good' : 'plain'}>
          <span>{t(`review.${review.decision}` as MessageId, { branch: targetBranch })}</span>
          {review.note !== '' && <span translate="no">{review.note}</span>}
          {review.decision === 'merged' && <ExportBranch place={place} branch={targetBranch} />}
        </Notice>
      ) : (
        !isReviewedHere && hasChanges && job.prLink !== null && <Notice>{t('review.elsewhere')}</Notice>
      )}
      {(isOpen || comments.length > 0) && (
        <div className={styles.bar} role="toolbar" aria-label={t('review.title')}>
          <span>{t(isOpen ? 'review.text' : 'review.comments', { branch: targetBranch })}</span>
          {comments.length > 0 && (
            <Button look={isOpen ? 'plain' : 'primary'} isBusy={talk.isBusy} onClick={sendComments}>
              <Send size={15} aria-hidden />
              {t('review.send', { count: comments.length })}
            </Button>
          )}
          {isOpen && (
            <>
              <Button look="danger" isBusy={decision.isBusy} onClick={() => setAsked('reject')}>
                {t('review.reject')}
              </Button>
              <Button look="primary" isBusy={decision.isBusy} onClick={() => setAsked('approve')}>
                <GitMerge size={15} aria-hidden />
                {t(decision.isBusy ? 'review.deciding' : 'review.approve')}
              </Button>
            </>
          )}
        </div>
      )}
      {talk.waitSeconds > 0 && <RateNote projectId={place.projectId} waitSeconds={talk.waitSeconds} />}
      {talk.fault !== undefined && talk.waitSeconds === 0 && <Failure message={talk.fault} />}
      {decision.fault !== undefined && <Failure message={decision.fault} />}
      {asked && (
        <Confirm
          title={t(`review.${asked}.title` as MessageId)}
          action={t(`review.${asked}` as MessageId)}
          look={asked === 'approve' ? 'primary' : 'danger'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => decide(asked)}
        >
          <p>{t(`review.${asked}.text` as MessageId, { branch: targetBranch })}</p>
          {asked === 'approve' && comments.length > 0 && (
            <Notice tone="warn">{t('review.unsent', { count: comments.length })}</Notice>
          )}
          <Field label={t('review.note')}>
            <TextArea
              value={note}
              rows={2}
              maxLength={10_000}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </Confirm>
      )}
    </>
  );
}

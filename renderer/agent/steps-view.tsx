import { Bot, CircleAlert, CircleCheck, LoaderCircle, UserRound, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LogEvent } from '../../server/api/wire.types.ts';
import spinStyles from '../exports/exports.module.css';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { Loading } from '../ui/controls.tsx';
import styles from './agent.module.css';
import { showInvisibleCharacters } from './invisible-characters.ts';
import { type Step, stepsOf, subjectOf } from './steps.ts';

/** Longer texts are truncated until expanded. */
const SHORT = 280;
const SIGN = 15;

/** The steps of a job. Tool calls expand to show their arguments and result. */
export function StepsView({ log, isActive }: Readonly<{ log: readonly LogEvent[]; isActive: boolean }>) {
  if (log.length === 0) return <Loading />;
  return (
    <ol className={styles.steps}>
      {stepsOf(log).map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added, and several may come of one event
        <li key={index} className={styles.step}>
          <time dateTime={step.at}>{formats.time(step.at)}</time>
          <StepBody step={step} isActive={isActive} />
        </li>
      ))}
    </ol>
  );
}

function StepBody({ step, isActive }: Readonly<{ step: Step; isActive: boolean }>) {
  switch (step.kind) {
    case 'said':
      return (
        <Line sign={<Bot size={SIGN} aria-label={t('step.model')} role="img" />} isBad={!step.isGood}>
          <Words text={step.text === '' ? '…' : step.text} />
        </Line>
      );
    case 'call':
      return <CallStep step={step} isActive={isActive} />;
    case 'event':
      return <EventStep step={step} />;
  }
}

function CallStep({
  step: { call, result },
  isActive,
}: Readonly<{ step: Extract<Step, { kind: 'call' }>; isActive: boolean }>) {
  const [isOpen, setOpen] = useState(false);
  const sign =
    result === undefined && isActive ? (
      <LoaderCircle size={SIGN} className={spinStyles.spin} aria-label={t('step.running')} role="img" />
    ) : result === undefined || !result.ok ? (
      <CircleAlert size={SIGN} aria-label={t('step.refused')} role="img" />
    ) : (
      <Wrench size={SIGN} aria-label={t('step.tool')} role="img" />
    );
  const first = result?.text.split('\n', 1)[0] ?? '';
  return (
    <Line sign={sign} isBad={result !== undefined && !result.ok}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary translate="no">
          <b>{call.name}</b> {showInvisibleCharacters(subjectOf(call))}
          <span className={styles.sub}>{showInvisibleCharacters(first.slice(0, SHORT))}</span>
        </summary>
        {isOpen && (
          <div className={styles.opened}>
            <h3>{t('step.arguments')}</h3>
            <pre translate="no">
              {showInvisibleCharacters(
                call.arguments === null ? call.raw : JSON.stringify(call.arguments, null, 2),
              )}
            </pre>
            <h3>{t('step.result')}</h3>
            {result ? (
              <pre translate="no">{showInvisibleCharacters(result.text)}</pre>
            ) : (
              <p>{t('step.noResult')}</p>
            )}
          </div>
        )}
      </details>
    </Line>
  );
}

function EventStep({ step: { event } }: Readonly<{ step: Extract<Step, { kind: 'event' }> }>) {
  const person = <UserRound size={SIGN} aria-label={t('step.person')} role="img" />;
  const good = <CircleCheck size={SIGN} aria-label={t('step.job')} role="img" />;
  const bad = <CircleAlert size={SIGN} aria-label={t('step.trouble')} role="img" />;
  switch (event.type) {
    case 'created':
    case 'message':
      return (
        <Line sign={person}>
          <Words text={event.prompt} />
        </Line>
      );
    case 'prepared':
      return <Line sign={good}>{t('step.prepared', { commit: event.base.slice(0, 12) })}</Line>;
    case 'resumed':
      return <Line sign={good}>{t('step.resumed')}</Line>;
    case 'window':
      return <Line sign={good}>{t('step.window', { tokens: event.tokens })}</Line>;
    case 'retried':
      return (
        <Line sign={bad} isBad>
          <span translate="no">{event.reason}</span>{' '}
          {t('step.retried', { seconds: Math.ceil(event.waitMs / 1000) })}
        </Line>
      );
    case 'nudged':
      return (
        <Line sign={bad}>
          {t('step.nudged')} <Words text={event.text} />
        </Line>
      );
    case 'cancel-requested':
      return <Line sign={person}>{t('step.canceled')}</Line>;
    case 'stopped':
      return (
        <Line sign={bad} isBad>
          <span translate="no">{event.sentence}</span>
        </Line>
      );
    case 'committed':
      return <Line sign={good}>{t('step.committed', { commit: event.commit.slice(0, 12) })}</Line>;
    case 'published':
      return (
        <Line sign={good}>
          {event.link.startsWith('/') ? (
            t('step.proposedHere')
          ) : (
            <>
              {t('step.proposed')} <span translate="no">{event.link}</span>
            </>
          )}
        </Line>
      );
    case 'ended': {
      const isFine = event.outcome === 'done' || event.outcome === 'no-change';
      return (
        <Line sign={isFine ? good : bad} isBad={event.outcome === 'failed'}>
          {event.outcome === 'done' && `${t('step.done')} `}
          <span translate="no">{event.sentence}</span>
        </Line>
      );
    }
    case 'archived':
      return <Line sign={good}>{t('step.archived')}</Line>;
    case 'reviewed':
      return (
        <Line sign={person}>
          {t(event.decision === 'merged' ? 'step.merged' : 'step.rejected')}{' '}
          <span translate="no">{event.note}</span>
        </Line>
      );
    case 'imported':
      return (
        <Line sign={good}>
          {t('step.imported')} <span translate="no">{event.title}</span>
        </Line>
      );
  }
}

function Line({
  sign,
  isBad = false,
  children,
}: Readonly<{ sign: ReactNode; isBad?: boolean; children: ReactNode }>) {
  return (
    <div className={styles.line} data-tone={isBad ? 'bad' : undefined}>
      {sign}
      <div>{children}</div>
    </div>
  );
}

/** Text of a message, truncated until expanded. */
function Words({ text }: Readonly<{ text: string }>) {
  const [isOpen, setOpen] = useState(false);
  const shown = showInvisibleCharacters(text.trim());
  if (shown.length <= SHORT) {
    return (
      <span className={styles.words} translate="no">
        {shown}
      </span>
    );
  }
  return (
    <>
      <span className={styles.words} translate="no">
        {isOpen ? shown : `${shown.slice(0, SHORT).toWellFormed()}…`}
      </span>{' '}
      <button type="button" className={styles.more} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'step.less' : 'step.more')}
      </button>
    </>
  );
}

import { type FormEvent, useEffect, useState } from 'react';
import type { Project, Schedule } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Facts, Failure, Field, Input, Loading, Notice, Panel, Select } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import styles from './projects.module.css';
import { cronOf, draftOf, repeats, type ScheduleDraft, usualDraft } from './schedule-draft.ts';

/** Schedule of a project and its last run. */
export function ScheduleSection({ project: { projectId } }: Readonly<{ project: Project }>) {
  const { api, live } = useServices();
  const { value, error, reload, put } = useLoad(`schedule ${projectId}`, () => api.schedule(projectId));
  useEffect(() => live.follow({ progress: () => {}, changed: reload, connected: reload }), [live, reload]);
  if (value === undefined) {
    return error === undefined ? <Loading /> : <Failure message={error} onRetry={reload} />;
  }
  return (
    <>
      {value && <Runs schedule={value} onChange={put} />}
      <ScheduleForm key={value?.cron ?? ''} projectId={projectId} schedule={value} onChange={put} />
    </>
  );
}

type Changed = Readonly<{ onChange: (schedule: Schedule | null) => void }>;

/** Shows the next runs and the outcome of the last one, with buttons to pause and to run now. */
function Runs({ schedule, onChange }: Readonly<{ schedule: Schedule }> & Changed) {
  const { api, jobs } = useServices();
  const { projectId, isPaused, nextRuns, timeZone, waitsFor, lastRun } = schedule;
  const act = (work: Promise<unknown>): void => {
    work.catch((error: Error) => toast(t('schedule.notDone'), { detail: error.message, isError: true }));
  };
  const runNow = async (): Promise<void> => {
    const { jobId } = await api.runSchedule(projectId);
    jobs.refresh();
    navigate({ page: 'job', jobId, tab: 'overview' });
  };
  const remove = async (): Promise<void> => {
    await api.removeSchedule(projectId);
    onChange(null);
    toast(t('schedule.removed'));
  };
  const verb = isPaused ? 'resume' : 'pause';
  return (
    <Panel
      title={t('schedule.runs')}
      action={
        <div className={shared.row}>
          <Button small onClick={() => act(runNow())}>
            {t('schedule.run')}
          </Button>
          <Button small onClick={() => act(api.pauseSchedule(projectId, verb).then(onChange))}>
            {t(`schedule.${verb}`)}
          </Button>
          <Button small onClick={() => act(remove())}>
            {t('schedule.remove')}
          </Button>
        </div>
      }
    >
      <Facts
        items={[
          [
            t('schedule.next'),
            isPaused ? (
              t('schedule.paused')
            ) : waitsFor !== null ? (
              <a key="waits" href={hrefOf({ page: 'job', jobId: waitsFor, tab: 'overview' })}>
                {t('schedule.waits')}
              </a>
            ) : (
              <ul key="next">
                {nextRuns.map((run) => (
                  <li key={run}>
                    {t('schedule.nextRun', {
                      time: formats.dateTimeIn(run, timeZone),
                      age: formats.ago(run),
                    })}
                  </li>
                ))}
              </ul>
            ),
          ],
          [t('schedule.last'), <LastRun key="last" lastRun={lastRun} />],
        ]}
      />
      {lastRun?.error != null && (
        <Notice tone="bad">
          <span translate="no">{lastRun.error}</span>
        </Notice>
      )}
    </Panel>
  );
}

function LastRun({ lastRun }: Pick<Schedule, 'lastRun'>) {
  if (!lastRun) return t('schedule.never');
  const { at, jobId, status, error, due } = lastRun;
  return (
    <>
      <span>
        {formats.dateTime(at)}
        {' · '}
        {jobId === null ? (
          t(error === null ? 'schedule.deleted' : 'schedule.notStarted')
        ) : (
          <>
            {status !== null && `${t(status === 'running' ? 'phase.acquire' : `status.${status}`)} · `}
            <a href={hrefOf({ page: 'job', jobId, tab: 'overview' })}>{t('schedule.openExport')}</a>
          </>
        )}
      </span>
      {due > 1 && <div className={shared.soft}>{t('schedule.caughtUp', { count: due })}</div>}
    </>
  );
}

function ScheduleForm({
  projectId,
  schedule,
  onChange,
}: Readonly<{ projectId: string; schedule: Schedule | null }> & Changed) {
  const { api } = useServices();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [draft, setDraft] = useState<ScheduleDraft>(schedule ? draftOf(schedule.cron) : usualDraft);
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? here);
  const [fault, setFault] = useState<string>();
  const change = (part: Partial<ScheduleDraft>): void => setDraft({ ...draft, ...part });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFault(undefined);
    try {
      const made = await api.setSchedule(projectId, { cron: cronOf(draft), timeZone });
      onChange(made);
      const [next] = made.nextRuns;
      toast(next === undefined ? t('common.saved') : t('schedule.saved', { time: formats.ago(next) }));
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const hasTime = draft.repeat !== 'hourly' && draft.repeat !== 'cron';
  return (
    <Panel title={t('schedule.title')}>
      <p className={shared.soft}>{t('schedule.text')}</p>
      <form className={shared.form} onSubmit={submit}>
        <div className={styles.when}>
          <Field label={t('schedule.repeat')}>
            <Select
              value={draft.repeat}
              onChange={({ target }) =>
                setDraft({ ...draft, cron: cronOf(draft), repeat: target.value as ScheduleDraft['repeat'] })
              }
            >
              {repeats.map((one) => (
                <option key={one} value={one}>
                  {t(`schedule.repeat.${one}` as MessageId)}
                </option>
              ))}
            </Select>
          </Field>
          {draft.repeat === 'weekly' && (
            <Field label={t('schedule.day')}>
              <Select value={draft.day} onChange={({ target }) => change({ day: Number(target.value) })}>
                {weekdays().map(([day, name]) => (
                  <option key={day} value={day}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {hasTime && (
            <Field label={t('schedule.time')}>
              <Input
                type="time"
                required
                value={draft.time}
                onChange={({ target }) => change({ time: target.value })}
              />
            </Field>
          )}
          <Field label={t('schedule.timeZone')}>
            <Select value={timeZone} onChange={({ target }) => setTimeZone(target.value)} translate="no">
              {timeZones(timeZone).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          </Field>
        </div>
        {draft.repeat === 'cron' && (
          <Field label={t('schedule.cron')} hint={t('schedule.cronHint')}>
            <Input
              value={draft.cron}
              required
              maxLength={200}
              translate="no"
              spellCheck={false}
              onChange={({ target }) => change({ cron: target.value })}
            />
          </Field>
        )}
        {fault !== undefined && <Failure message={fault} />}
        <div className={shared.row}>
          <Button type="submit" look={schedule ? 'plain' : 'primary'}>
            {t(schedule ? 'schedule.change' : 'schedule.set')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Returns the cron numbers and names of the weekdays, Monday first. */
function weekdays(): readonly (readonly [number, string])[] {
  const name = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  return [1, 2, 3, 4, 5, 6, 0].map(
    (day) => [day, name.format(new Date(Date.UTC(1970, 0, 4 + day)))] as const,
  );
}

function timeZones(chosen: string): readonly string[] {
  return [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].sort();
}

import { Activity, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Publication, Target, TargetState } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { announce } from '../state/announcer.ts';
import { type Loaded, useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Badge, Button, Facts, Failure, Panel } from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { PublishOnDialog } from './publish-dialog.tsx';
import { RollbackDialog, versionBefore } from './rollback-dialog.tsx';
import { TargetDialog } from './target-dialog.tsx';

type Asked = 'publish' | 'rollback' | 'edit' | 'remove';

/** A publication target: its settings, current contents and actions. */
export function TargetCard({
  target,
  last,
  onChange,
  onStarted,
}: Readonly<{
  target: Target;
  /** Changes after each publication to the target, which reloads its state. */
  last: string;
  onChange: () => void;
  onStarted: (publication: Publication) => void;
}>) {
  const { api } = useServices();
  const { targetId, name } = target;
  const [asked, setAsked] = useState<Asked>();
  const [isTesting, setTesting] = useState(false);
  const found = useLoad(`target ${targetId}`, () => api.targetState(targetId));
  const { value: state, reload, put } = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever something was published
  useEffect(() => reload(), [last, reload]);
  const close = (): void => setAsked(undefined);
  const test = async (): Promise<void> => {
    setTesting(true);
    try {
      put(await api.testTarget(targetId));
      toast(t('target.works', { name }));
      announce(t('target.works', { name }));
    } catch (error) {
      toast(t('target.worksNot', { name }), { detail: (error as Error).message, isError: true });
      reload();
    }
    setTesting(false);
  };
  const remove = (): void => {
    api
      .removeTarget(targetId)
      .then(
        () => toast(t('target.removed', { name })),
        (fault: Error) => toast(t('target.notRemoved'), { detail: fault.message, isError: true }),
      )
      .finally(onChange);
  };
  return (
    <Panel
      title={<span translate="no">{name}</span>}
      action={<Badge>{t(`target.kind.${target.settings.kind}`)}</Badge>}
    >
      <Facts items={factsOf(target, found)} />
      {found.error !== undefined && <Failure message={found.error} onRetry={reload} />}
      <div className={shared.row}>
        <Button look="primary" onClick={() => setAsked('publish')}>
          <Send size={14} aria-hidden />
          {t('publish.choose')}
        </Button>
        {state && versionBefore(state) !== undefined && (
          <Button onClick={() => setAsked('rollback')}>
            <RotateCcw size={14} aria-hidden />
            {t('rollback.open')}
          </Button>
        )}
        <Button isBusy={isTesting} onClick={test}>
          <Activity size={14} aria-hidden />
          {t(isTesting ? 'target.testing' : 'target.test')}
        </Button>
        <Button
          isIcon
          look="quiet"
          aria-label={t('target.editNamed', { name })}
          onClick={() => setAsked('edit')}
        >
          <Pencil size={16} aria-hidden />
        </Button>
        <Button
          isIcon
          look="quiet"
          aria-label={t('target.removeNamed', { name })}
          onClick={() => setAsked('remove')}
        >
          <Trash2 size={16} aria-hidden />
        </Button>
      </div>
      {asked === 'publish' && <PublishOnDialog target={target} onClose={close} onStarted={onStarted} />}
      {asked === 'rollback' && state && (
        <RollbackDialog target={target} state={state} onClose={close} onStarted={onStarted} />
      )}
      {asked === 'edit' && <TargetDialog target={target} onClose={close} onSaved={onChange} />}
      {asked === 'remove' && (
        <Confirm
          title={t('target.removeTitle', { name })}
          action={t('target.remove')}
          onClose={close}
          onConfirm={remove}
        >
          <p>{t('target.removeText')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

function factsOf({ place, shape, keep, secrets }: Target, found: Loaded<TargetState>) {
  const { value: state } = found;
  const freeBytes = state?.capabilities.freeBytes;
  return [
    [
      t('target.place'),
      <span key="place" translate="no">
        {place}
      </span>,
    ],
    [t('target.shape'), t(`target.shape.${shape}`)],
    [t('target.current'), <Current key="current" found={found} />],
    [
      t('target.versions'),
      t('target.versionsText', { count: state?.releases.length ?? 0, isKnown: state ? 'yes' : 'no', keep }),
    ],
    ...(typeof freeBytes === 'number' ? [[t('target.free'), formats.bytes(freeBytes)] as const] : []),
    ...(secrets.length > 0 ? [[t('target.secrets'), t('target.secretsKept')] as const] : []),
  ] as const;
}

function Current({ found: { value: state, isLoading } }: Readonly<{ found: Loaded<TargetState> }>) {
  if (!state)
    return <span className={shared.soft}>{t(isLoading ? 'target.looking' : 'target.notLooked')}</span>;
  const release = state.releases.find(({ version }) => version === state.current);
  if (state.current === null) return <span>{t('target.none')}</span>;
  return (
    <>
      <b translate="no">{state.current}</b>{' '}
      {release && (
        <span className={shared.soft}>
          {t('target.since', { when: formats.dateTime(release.publishedAt) })}
        </span>
      )}
    </>
  );
}

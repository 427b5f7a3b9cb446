import { useState } from 'react';
import type { Publication, Target, TargetState } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CheckBox, Failure } from '../ui/controls.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './publications.module.css';

/** Returns the previous version, as far as the target's releases tell: the newest one before the current. */
export function versionBefore({ current, releases }: TargetState): string | undefined {
  const place = releases.findIndex(({ version }) => version === current);
  return (releases[place + 1] ?? releases.find(({ version }) => version !== current))?.version;
}

/** Dialog to roll back to a version on the target. The previous version is preselected. */
export function RollbackDialog({
  target,
  state,
  onClose,
  onStarted,
}: Readonly<{
  target: Target;
  state: TargetState;
  onClose: () => void;
  onStarted: (publication: Publication) => void;
}>) {
  const { api } = useServices();
  const [version, setVersion] = useState(versionBefore(state) ?? '');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      onStarted(await api.rollBack(target.targetId, version));
      onClose();
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('rollback.title', { target: target.name })}
      description={t('rollback.text')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" isBusy={isBusy} onClick={start}>
            {t('rollback.action', { version })}
          </Button>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend>{t('rollback.versions')}</legend>
        {state.releases.map((release) => (
          <CheckBox
            key={release.version}
            type="radio"
            name="version"
            label={<span translate="no">{release.version}</span>}
            hint={
              release.version === state.current
                ? t('rollback.current')
                : t('rollback.published', {
                    when: formats.dateTime(release.publishedAt),
                    by: release.publishedBy,
                    size: formats.bytes(release.sizeBytes),
                  })
            }
            disabled={release.version === state.current}
            checked={release.version === version}
            onChange={() => setVersion(release.version)}
          />
        ))}
      </fieldset>
      {fault !== undefined && <Failure message={fault} />}
    </Dialog>
  );
}

import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { PASSPHRASE_CHARACTERS_MIN } from '../../shared/passphrase-policy.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CheckBox, CodeBlock, Failure, Field, Input, Panel } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';

const RESTORE = `offprint restore offprint.zip --dry-run
offprint restore offprint.zip --data /srv/offprint`;

/** Downloads a backup of the data folder and explains how to restore it. */
export function BackupPanel() {
  const { api } = useServices();
  const [isWithKeys, setWithKeys] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const differs = isWithKeys && again !== '' && again !== passphrase;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isWithKeys && again !== passphrase) return;
    setBusy(true);
    setFault(undefined);
    try {
      await api.saveBackup(isWithKeys ? passphrase : undefined);
      toast(t('backup.made'));
      setPassphrase('');
      setAgain('');
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <Panel title={t('backup.title')}>
      <form className={shared.form} onSubmit={submit}>
        <p>{t('backup.text')}</p>
        <CheckBox
          label={t('backup.withKeys')}
          hint={t('backup.withKeysHint')}
          checked={isWithKeys}
          onChange={({ target }) => setWithKeys(target.checked)}
        />
        {isWithKeys && (
          <>
            <Field label={t('backup.passphrase')} hint={t('backup.passphraseHint')}>
              <Input
                type="password"
                autoComplete="new-password"
                minLength={PASSPHRASE_CHARACTERS_MIN}
                required
                value={passphrase}
                onChange={({ target }) => setPassphrase(target.value)}
              />
            </Field>
            <Field label={t('backup.again')} error={differs ? t('backup.notSame') : undefined}>
              <Input
                type="password"
                autoComplete="new-password"
                required
                value={again}
                onChange={({ target }) => setAgain(target.value)}
              />
            </Field>
          </>
        )}
        {fault !== undefined && <Failure message={fault} />}
        <div className={shared.row}>
          <Button type="submit" isBusy={isBusy} disabled={differs}>
            <Download size={16} aria-hidden />
            {t(isBusy ? 'backup.making' : 'backup.make')}
          </Button>
        </div>
      </form>
      <p className={shared.soft}>{t('backup.restore')}</p>
      <CodeBlock text={RESTORE} label={t('backup.copyCommands')} />
    </Panel>
  );
}

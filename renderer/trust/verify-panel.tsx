import { type FormEvent, useEffect, useState } from 'react';
import type { Verification } from '../../server/api/wire.types.ts';
import { isLoopback } from '../job/values-yaml.ts';
import { t } from '../messages/t.ts';
import { signerFacts, VerdictBadge } from '../receive/names.tsx';
import { useServices } from '../state/services.ts';
import { Button, Facts, Field, Input, Notice, Panel } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './trust.module.css';

/** Number of faults listed. */
const FAULTS_SHOWN = 20;

/** Verifies a bundle at a path without storing it. @param version changes with the trusted keys */
export function VerifyPanel({ version }: Readonly<{ version: unknown }>) {
  const { api, desktop } = useServices();
  const [place, setPlace] = useState('');
  const [found, setFound] = useState<Verification>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // The verdict on the signer may be stale.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the trusted keys change
  useEffect(() => setFound(undefined), [version]);
  const needed = useNeeded({ place: place.trim() === '' && t('common.needed.path') });
  const submit = async (event: FormEvent): Promise<void> => {
    if (!needed.check(event)) return;
    setBusy(true);
    setFound(undefined);
    setFault(undefined);
    try {
      setFound(await api.verify(place.trim()));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  const isHere = desktop !== undefined || isLoopback(location.href);
  return (
    <Panel title={t('verify.title')}>
      <p className={shared.soft}>{t('verify.text')}</p>
      <form className={shared.place} onSubmit={submit}>
        <Field
          label={t(isHere ? 'verify.path' : 'verify.pathElsewhere')}
          error={needed.faultOf('place') ?? fault}
        >
          <Input value={place} spellCheck={false} onChange={(event) => setPlace(event.target.value)} />
        </Field>
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'verify.busy' : 'verify.action')}
        </Button>
      </form>
      <div className={styles.live} aria-live="polite">
        {found && <Result verification={found} />}
      </div>
    </Panel>
  );
}

function Result({ verification }: Readonly<{ verification: Verification }>) {
  const { verdict, summary, whatToDo, signer, bundle, faults, faultCount } = verification;
  return (
    <div className={styles.column}>
      <Notice tone={verdict === 'valid' ? 'good' : faultCount > 0 ? 'bad' : 'warn'}>
        <span>
          <VerdictBadge verdict={verdict} />
        </span>
        <span translate="no">{summary}</span>
        {verdict !== 'valid' && <span translate="no">{whatToDo}</span>}
      </Notice>
      {bundle && faultCount === 0 && (
        <Facts
          items={[
            [
              t('receive.bundle'),
              <span key="bundle" translate="no">
                {bundle.domain} {bundle.version}
              </span>,
            ],
            ...signerFacts(signer),
          ]}
        />
      )}
      {faults.length > 0 && (
        <ul className={shared.faults} translate="no">
          {faults.slice(0, FAULTS_SHOWN).map(({ path, text }) => (
            <li key={`${path} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
      {faultCount > FAULTS_SHOWN && (
        <p className={shared.soft}>{t('verify.more', { count: faultCount - FAULTS_SHOWN })}</p>
      )}
    </div>
  );
}

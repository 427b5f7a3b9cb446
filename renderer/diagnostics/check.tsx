import { useState } from 'react';
import type { DiagnosticResult } from '../../server/api/wire.types.ts';
import jobStyles from '../job/job.module.css';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Badge, Button, controlStyles, Failure } from '../ui/controls.tsx';

/** Button that runs a diagnostic check, and the result. */
export function Check({ check }: Readonly<{ check: DiagnosticResult['check'] }>) {
  const { api } = useServices();
  const [result, setResult] = useState<DiagnosticResult>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      setResult(await api.check(check));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <div className={jobStyles.bar}>
      <Button onClick={run} isBusy={isBusy}>
        {isBusy ? t('diagnostics.running') : t(`diagnostics.check.${check}` as MessageId)}
      </Button>
      <div aria-live="polite" className={controlStyles.hint}>
        {result && (
          <>
            <Badge tone={result.ok ? 'good' : 'bad'}>
              {result.ok ? t('diagnostics.ok') : t('diagnostics.notOk')}
            </Badge>{' '}
            <span translate="no">{result.detail}</span>{' '}
            <span>({formats.duration(result.durationMs / 1000)})</span>
          </>
        )}
      </div>
      {fault && <Failure message={fault} />}
    </div>
  );
}

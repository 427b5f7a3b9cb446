import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Failure, Loading } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import { AuditTable } from './audit-table.tsx';
import { KeyTable } from './key-table.tsx';
import { OwnKey } from './own-key.tsx';
import { VerifyPanel } from './verify-panel.tsx';

/** Page of the signing key and the trusted keys. */
export default function TrustPage() {
  const { api } = useServices();
  const { value, error, reload } = useLoad('trust', api.trust);
  return (
    <Page title={t('nav.trust')} subtitle={t('trust.subtitle')}>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : (
        <>
          <OwnKey ownKey={value.ownKey} onChange={reload} />
          <KeyTable keys={value.keys.filter(({ signs }) => !signs)} onChange={reload} />
          <VerifyPanel version={value.keys} />
          <AuditTable version={value.keys} />
        </>
      )}
    </Page>
  );
}

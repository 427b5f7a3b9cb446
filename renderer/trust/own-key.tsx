import { KeyRound, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { TrustedKey } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CopyButton, Notice, Panel } from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { QrCode } from './qr-code.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { saveText } from './save-text.ts';
import styles from './trust.module.css';

/** Creates, shares, rotates and revokes the signing key of this installation. */
export function OwnKey({ ownKey, onChange }: Readonly<{ ownKey: TrustedKey | null; onChange: () => void }>) {
  const { api } = useServices();
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const change = (work: Promise<unknown>, done: string): void => {
    work
      .then(
        () => toast(done),
        (fault: Error) => toast(t('trust.notDone'), { detail: fault.message, isError: true }),
      )
      .finally(onChange);
  };
  if (!ownKey) {
    return (
      <Panel title={t('trust.own')}>
        <Notice tone="warn">
          <span>{t('trust.noKey')}</span>
        </Notice>
        <p>{t('trust.noKeyText')}</p>
        <div>
          <Button look="primary" onClick={() => change(api.createSigningKey(), t('trust.made'))}>
            <KeyRound size={16} aria-hidden />
            {t('trust.make')}
          </Button>
        </div>
      </Panel>
    );
  }
  const { spokenFingerprint, publicKey, qrText } = ownKey;
  return (
    <Panel title={t('trust.own')}>
      <p className={shared.soft}>{t('trust.ownText')}</p>
      <div className={styles.own}>
        <div className={styles.column}>
          <div>
            <h3>{t('receive.fingerprint')}</h3>
            <div className={shared.fingerprint} translate="no">
              {spokenFingerprint}
            </div>
          </div>
          <div>
            <h3>{t('trust.publicKey')}</h3>
            <pre className={styles.pem} translate="no">
              {publicKey.trimEnd()}
            </pre>
          </div>
          <div className={shared.row}>
            <CopyButton text={publicKey} label={t('trust.copyKey')} />
            <CopyButton text={spokenFingerprint} label={t('trust.copyFingerprint')} />
            <Button small onClick={() => saveText(publicKey, 'offprint-signer.pem')}>
              {t('trust.download')}
            </Button>
          </div>
        </div>
        <figure className={styles.code}>
          <QrCode text={qrText} label={t('trust.qr')} />
          <figcaption className={shared.soft}>{t('trust.qrText')}</figcaption>
        </figure>
      </div>
      <div className={shared.row}>
        <Button onClick={() => setAsked('rotate')}>
          <RefreshCw size={14} aria-hidden />
          {t('trust.rotate')}
        </Button>
        <Button look="danger" onClick={() => setAsked('revoke')}>
          {t('trust.revoke')}
        </Button>
      </div>
      {asked === 'rotate' && (
        <Confirm
          look="primary"
          title={t('trust.rotateTitle')}
          action={t('trust.rotateAction')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => change(api.rotateSigningKey(), t('trust.rotated'))}
        >
          <p>{t('trust.rotateText')}</p>
        </Confirm>
      )}
      {asked === 'revoke' && (
        <RevokeDialog trustedKey={ownKey} onClose={() => setAsked(undefined)} onChange={onChange} />
      )}
    </Panel>
  );
}

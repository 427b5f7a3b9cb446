import { Download, Package } from 'lucide-react';
import { useState } from 'react';
import type { AgentExport } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import { told } from '../job/saved-toast.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CopyButton, controlStyles, Failure, Panel } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './diff.module.css';
import { useSend } from './send.ts';

type FileName = 'change.bundle' | 'change.patch' | 'SHA256SUMS';

/** Exports a change as files for manual transfer, each with its checksum. */
export function ExportPanel({ place }: Readonly<{ place: AgentPlace }>) {
  const { api } = useServices();
  const [files, setFiles] = useState<AgentExport['files']>();
  const { send, fault, isBusy } = useSend();
  const make = (): void => {
    send(async () => setFiles((await api.exportAgentChange(place)).files));
  };
  return (
    <Panel
      title={t('carry.title')}
      action={
        <Button small isBusy={isBusy} onClick={make}>
          <Package size={14} aria-hidden />
          {t(files ? 'carry.again' : 'carry.make')}
        </Button>
      }
    >
      <p className={shared.soft}>{t('carry.text')}</p>
      {fault !== undefined && <Failure message={fault} />}
      {files && (
        <table className={controlStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('carry.file')}</th>
              <th scope="col" className={controlStyles.number}>
                {t('exports.column.size')}
              </th>
              <th scope="col">{t('bundle.sha256')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('exports.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, sizeBytes, sha256 }) => (
              <tr key={name}>
                <td translate="no">{name}</td>
                <td className={controlStyles.number}>{formats.bytes(sizeBytes)}</td>
                <td translate="no" className={styles.digest}>
                  {sha256}
                </td>
                <td>
                  <div className={styles.rowActions}>
                    <CopyButton text={sha256} label={t('bundle.copySha256')} />
                    <Fetch place={place} file={name as FileName} />
                  </div>
                </td>
              </tr>
            ))}
            {files.every(({ name }) => name !== 'SHA256SUMS') && (
              <tr>
                <td translate="no">SHA256SUMS</td>
                <td />
                <td>{t('carry.sums')}</td>
                <td>
                  <div className={styles.rowActions}>
                    <Fetch place={place} file="SHA256SUMS" />
                  </div>
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** Button that saves a file: a download in a browser, a save dialog in the desktop app. */
function Fetch({ place, file }: Readonly<{ place: AgentPlace; file: FileName }>) {
  const { api, desktop } = useServices();
  const save = (): Promise<unknown> =>
    desktop ? desktop.saveChange({ ...place, file }) : api.saveAgentFile(place, file);
  return (
    <Button
      small
      aria-label={t('carry.fetchNamed', { file })}
      onClick={() => told(save(), t('carry.notSaved'))}
    >
      <Download size={14} aria-hidden />
      {t(desktop ? 'bundle.saveAs' : 'bundle.download')}
    </Button>
  );
}

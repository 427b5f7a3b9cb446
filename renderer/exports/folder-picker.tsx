import { CornerLeftUp, FileText, Folder } from 'lucide-react';
import { useState } from 'react';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Badge, Button, Failure, Loading, Notice } from '../ui/controls.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './exports.module.css';

/** Picks a folder on the server's computer. A browser's own dialog would show the folders of the user's computer. */
export function FolderPicker({
  start,
  onChoose,
  onClose,
}: Readonly<{
  /** Initial folder. If omitted or unreadable, the server's suggestion. */
  start?: string | undefined;
  onChoose: (folder: string) => void;
  onClose: () => void;
}>) {
  const { api } = useServices();
  const [place, setPlace] = useState(start);
  const { value, error } = useLoad(`folders ${place ?? ''}`, () => api.folders(place));
  return (
    <Dialog
      title={t('folders.title')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {value && (
            <Button look={value.isSite ? 'primary' : 'plain'} onClick={() => onChoose(value.path)}>
              {t('folders.choose')}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined && (
        <>
          <Failure message={error} />
          {place !== undefined && (
            <div>
              <Button small onClick={() => setPlace(undefined)}>
                {t('folders.home')}
              </Button>
            </div>
          )}
        </>
      )}
      {!value && error === undefined && <Loading />}
      {value && (
        <>
          <div className={styles.folderPath}>
            <code translate="no">{value.path}</code>
            {value.isSite && <Badge tone="good">{t('folders.isSite')}</Badge>}
          </div>
          <ul className={styles.folders} aria-label={t('folders.list')}>
            {value.parent !== null && (
              <li>
                <button type="button" onClick={() => setPlace(value.parent ?? undefined)}>
                  <CornerLeftUp size={16} aria-hidden />
                  {t('folders.up')}
                </button>
              </li>
            )}
            {value.folders.map(({ name, path, isSite }) => (
              <li key={path}>
                <button type="button" onClick={() => setPlace(path)}>
                  {isSite ? <FileText size={16} aria-hidden /> : <Folder size={16} aria-hidden />}
                  <span translate="no">{name}</span>
                  {isSite && <Badge tone="good">{t('folders.isSite')}</Badge>}
                </button>
              </li>
            ))}
          </ul>
          {value.folders.length === 0 && <p className={styles.sub}>{t('folders.none')}</p>}
          {value.isCut && <Notice>{t('folders.cut')}</Notice>}
        </>
      )}
    </Dialog>
  );
}

import type { Preview } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { Facts } from '../ui/controls.tsx';
import styles from './exports.module.css';

/** Shows what an export would include and leave out. */
export function PreviewView({ preview }: Readonly<{ preview: Preview }>) {
  const isLive = preview.sizeBytes === null;
  const more = preview.pages - preview.firstPages.length;
  return (
    <div className={styles.options}>
      <Facts
        items={[
          [t(isLive ? 'preview.begins' : 'preview.pages'), formats.number(preview.pages)],
          ...(preview.otherFiles === null
            ? []
            : [[t('preview.otherFiles'), formats.number(preview.otherFiles)] as const]),
          ...(preview.sizeBytes === null
            ? []
            : [[t('preview.size'), formats.bytes(preview.sizeBytes)] as const]),
          ...(preview.estimatedBundleBytes === null
            ? []
            : [
                [
                  t('preview.bundle'),
                  t('preview.about', { size: formats.bytes(preview.estimatedBundleBytes) }),
                ] as const,
              ]),
        ]}
      />
      {isLive && <p>{t('preview.live')}</p>}
      <details className={styles.details}>
        <summary>{t('preview.list')}</summary>
        <ul className={styles.listing} translate="no" tabIndex={0} aria-label={t('preview.list')}>
          {preview.firstPages.map((url) => (
            <li key={url}>{url}</li>
          ))}
        </ul>
        {more > 0 && <p>{t('preview.more', { count: more })}</p>}
      </details>
      {preview.outOfScope.length > 0 && (
        <details className={styles.details}>
          <summary>
            {t('preview.outOfScope', {
              count: preview.outOfScope.reduce((sum, { count }) => sum + count, 0),
            })}
          </summary>
          <ul className={styles.listing} translate="no" tabIndex={0} aria-label={t('preview.outOfScopeList')}>
            {preview.outOfScope.map(({ reason, count, urls }) => (
              <li key={reason}>
                <b>
                  {reason} ({formats.number(count)})
                </b>
                : {urls.join(', ')}
                {count > urls.length && ' …'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

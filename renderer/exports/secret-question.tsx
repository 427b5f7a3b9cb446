import { t } from '../messages/t.ts';
import { Button, Notice } from '../ui/controls.tsx';
import styles from './exports.module.css';

/** Export settings for files that look like secrets. */
export type SecretDecision = Readonly<{ includeSecrets?: true; exclude?: string[] }>;

/**
 * Asks whether to include files of a folder that look like private keys or passwords.
 * @param excluded globs that the project already excludes
 */
export function SecretQuestion({
  files,
  excluded,
  onDecide,
}: Readonly<{
  files: readonly string[];
  excluded: readonly string[];
  onDecide: (decision: SecretDecision) => void;
}>) {
  return (
    <Notice tone="warn" isAlert>
      <p>{t('secretFiles.question', { count: files.length })}</p>
      <ul className={styles.listing} translate="no" tabIndex={0} aria-label={t('secretFiles.list')}>
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
      <div className={styles.answers}>
        <Button onClick={() => onDecide({ exclude: [...excluded, ...files.map(asGlob)] })}>
          {t('secretFiles.leave')}
        </Button>
        <Button look="danger" onClick={() => onDecide({ includeSecrets: true })}>
          {t('secretFiles.publish')}
        </Button>
      </div>
    </Notice>
  );
}

/** Returns a glob that matches only this path. Globs match decoded paths. */
function asGlob(url: string): string {
  return decodeURIComponent(url).replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

import type { SitePreview } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';

const SHOWN_MAX = 200;

/** Collapsed list of what a docs.json site could not render as intended. */
export function FindingList({
  title,
  findings,
}: Readonly<{ title: string; findings: SitePreview['findings'] }>) {
  if (findings.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul translate="no">
        {findings.slice(0, SHOWN_MAX).map(({ file, line, message }) => (
          <li key={`${file} ${line ?? ''} ${message}`}>
            <code>{line === undefined ? file : `${file}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
      {findings.length > SHOWN_MAX && <p>{t('preview.more', { count: findings.length - SHOWN_MAX })}</p>}
    </details>
  );
}

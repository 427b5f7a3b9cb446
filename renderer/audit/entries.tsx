import type { AuditTrail } from '../../server/api/wire.types.ts';
import { en } from '../messages/en.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { requesterName } from '../publications/publication-status.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';

const COLUMNS = ['when', 'who', 'what', 'subject'] as const;

/** Table of audit log entries. */
export function AuditEntries({ entries }: Readonly<{ entries: AuditTrail['entries'] }>) {
  return (
    <Table label={t('nav.audit')} columns={COLUMNS.map((name) => t(`audit.column.${name}`))}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one moment may have the same done to the same twice
        <tr key={`${entry.at} ${entry.action} ${entry.id} ${index}`}>
          <td className={shared.line}>{formats.dateTime(entry.at)}</td>
          <td className={shared.line}>{requesterName(entry.by)}</td>
          <td>{actionText(entry.action)}</td>
          <td translate="no">
            {entry.subject}
            <div className={shared.soft}>{detailOf(entry)}</div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Returns the text for an action. Actions of a newer server without a text get their name: `Schedule removed`. */
export function actionText(action: string): string {
  const id = `audit.action.${action}`;
  if (id in en) return t(id as MessageId);
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All actions with a text, in message order. */
export const knownActions: readonly string[] = Object.keys(en).flatMap((id) =>
  id.startsWith('audit.action.') ? [id.slice('audit.action.'.length)] : [],
);

/** Returns the most useful details of an entry; the API has the rest. */
function detailOf({ detail }: AuditTrail['entries'][number]): string {
  const { domain, version, reason, status, verdict, fields } = detail;
  return [domain, version, status, verdict, reason, fields].filter(Boolean).join(' · ');
}

import type { ReactNode } from 'react';
import { t } from '../messages/t.ts';
import { controlStyles } from './controls.tsx';
import shared from './shared.module.css';

export type Column = string | Readonly<{ label: string; isNumber: true }>;

/** A table in a frame that scrolls if the table is too wide. */
export function Table({
  label,
  columns,
  hasActions = false,
  children,
}: Readonly<{
  label?: string;
  columns: readonly Column[];
  /** Whether the last cell of each row has buttons. */
  hasActions?: boolean;
  children: ReactNode;
}>) {
  return (
    <div className={shared.frame}>
      <table className={controlStyles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.label} scope="col" className={controlStyles.number}>
                  {column.label}
                </th>
              ),
            )}
            {hasActions && (
              <th scope="col">
                <span className="visually-hidden">{t('exports.column.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

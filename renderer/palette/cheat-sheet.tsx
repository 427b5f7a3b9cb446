import { Fragment } from 'react';
import { type MessageId, t } from '../messages/t.ts';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './palette.module.css';
import { PAGE_LETTERS } from './shortcuts.ts';

type Row = readonly [keys: string, what: string];

/** Dialog with all keyboard shortcuts. */
export function CheatSheet({ onClose }: Readonly<{ onClose: () => void }>) {
  const everywhere: Row[] = [
    ['Ctrl K', t('shortcuts.palette')],
    ['?', t('shortcuts.sheet')],
    ['F1', t('shortcuts.help')],
    ['N', t('exports.new')],
    ['M', t('agents.new')],
    ['/', t('shortcuts.search')],
    ['F6', t('shortcuts.toasts')],
    ...Object.entries(PAGE_LETTERS).map(
      ([letter, page]): Row => [`G ${letter.toUpperCase()}`, t(`nav.${page}` as MessageId)],
    ),
  ];
  const lists: Row[] = [
    ['↑ ↓', t('shortcuts.move')],
    ['Home End', t('shortcuts.ends')],
    ['Enter', t('shortcuts.open')],
    ['Space', t('shortcuts.select')],
    ['Shift ↑ ↓', t('shortcuts.extend')],
    ['Ctrl A', t('shortcuts.selectAll')],
    ['Esc', t('shortcuts.unselect')],
  ];
  const exports: Row[] = [
    ['P', t('shortcuts.pause')],
    ['R', t('shortcuts.retry')],
    ['C', t('shortcuts.cancel')],
    ['Delete', t('shortcuts.delete')],
  ];
  const agents: Row[] = [
    ['C', t('agents.verb.cancel')],
    ['A', t('agents.verb.archive')],
  ];
  const change: Row[] = [
    ['↑ ↓', t('shortcuts.line')],
    ['] [', t('shortcuts.file')],
    ['Enter', t('shortcuts.comment')],
  ];
  return (
    <Dialog
      title={t('shortcuts.title')}
      description={t('shortcuts.hint')}
      isText
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <h3>{t('shortcuts.everywhere')}</h3>
      <Keys rows={everywhere} />
      <h3>{t('shortcuts.lists')}</h3>
      <Keys rows={lists} />
      <h3>{t('shortcuts.list')}</h3>
      <Keys rows={exports} />
      <h3>{t('shortcuts.agents')}</h3>
      <Keys rows={agents} />
      <h3>{t('shortcuts.change')}</h3>
      <Keys rows={change} />
    </Dialog>
  );
}

function Keys({ rows }: Readonly<{ rows: readonly Row[] }>) {
  return (
    <dl className={styles.keys}>
      {rows.map(([keys, what]) => (
        <Fragment key={keys}>
          <dt translate="no">
            {keys.split(' ').map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{' '}
              </Fragment>
            ))}
          </dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

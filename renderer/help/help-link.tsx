import { CircleHelp } from 'lucide-react';
import { t } from '../messages/t.ts';
import { hrefOf, parseRoute, useHash } from '../routing.ts';
import styles from '../ui/page.module.css';
import { chapterFor } from './chapters.ts';

/** Links to the handbook chapter about the current page. */
export function HelpLink() {
  const route = parseRoute(useHash());
  if (route.page === 'help') return null;
  return (
    <a
      className={styles.help}
      href={hrefOf({ page: 'help', chapter: chapterFor(route) })}
      aria-label={t('help.open')}
      title={`${t('help.open')} (F1)`}
    >
      <CircleHelp size={18} aria-hidden />
    </a>
  );
}

import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { HelpLink } from '../help/help-link.tsx';
import { t } from '../messages/t.ts';
import styles from './page.module.css';

/** Layout of a page. Its heading takes the focus on navigation. */
export function Page({
  title,
  name = title,
  subtitle,
  actions,
  back,
  isNarrow = false,
  isFull = false,
  children,
}: Readonly<{
  title: ReactNode;
  /** Window title, if `title` is not text. */
  name?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back?: Readonly<{ href: string; label: string }>;
  isNarrow?: boolean;
  /** Fills the height of the window; only the last part scrolls. */
  isFull?: boolean;
  children: ReactNode;
}>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = t('app.windowTitle', { page: String(name) });
  }, [name]);
  return (
    <div className={`${styles.page} ${isNarrow ? styles.narrow : ''} ${isFull ? styles.full : ''}`}>
      {back && (
        <a className={styles.back} href={back.href}>
          <ChevronLeft size={14} aria-hidden />
          {back.label}
        </a>
      )}
      <div className={styles.head}>
        <div className={styles.titles}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        <HelpLink />
      </div>
      {children}
    </div>
  );
}

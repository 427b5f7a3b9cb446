import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { HelpLink } from '../help/help-link.tsx';
import { t } from '../messages/t.ts';
import styles from './page.module.css';

/** A place of the interface: its heading takes the focus when one comes here. */
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
  /** For the window's title, where `title` is no text. */
  name?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back?: Readonly<{ href: string; label: string }>;
  isNarrow?: boolean;
  /** As high as the window: its last part scrolls by itself. */
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

import { BookX } from 'lucide-react';
import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { Empty, Failure, Input, Loading } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import type { Chapter, HandbookNode } from './handbook.types.ts';
import styles from './help.module.css';

type Handbook = typeof import('virtual:handbook');

/** The bundled handbook: table of contents and one chapter. */
export default function HelpPage({
  chapter: file = 'index.html',
  anchor,
}: Readonly<{ chapter?: string; anchor?: string }>) {
  const handbook = useLoad('handbook', () => import('virtual:handbook'));
  const [search, setSearch] = useState('');
  const chapters = handbook.value?.chapters ?? [];
  const chapter = chapters.find((each) => each.file === file);
  const isHere = chapter !== undefined;
  useEffect(() => {
    if (!isHere) return;
    const target = anchor === undefined ? undefined : document.getElementById(anchor);
    if (target) target.scrollIntoView();
    else document.querySelector('main')?.scrollTo(0, 0);
    if (file !== 'index.html') document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [isHere, file, anchor]);
  const wanted = search.trim().toLowerCase();
  const found = chapters.filter(({ title, nodes }) =>
    [title, ...nodes.map(textOf)].join(' ').toLowerCase().includes(wanted),
  );
  return (
    <Page title={t('nav.help')} name={chapter?.title ?? t('nav.help')}>
      {handbook.error !== undefined && <Failure message={handbook.error} onRetry={handbook.reload} />}
      {handbook.isLoading && <Loading />}
      {handbook.value && (
        <div className={styles.columns}>
          <nav className={styles.contents} aria-label={t('help.contents')}>
            <Input
              type="search"
              aria-label={t('help.search')}
              placeholder={t('help.search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <div lang="en">
              <Contents chapters={found} current={file} />
            </div>
            {found.length === 0 && <p>{t('help.none')}</p>}
          </nav>
          <article className={styles.chapter} lang="en">
            {chapter ? (
              chapter.nodes.map((node, index) => shown(node, index, chapter, handbook.value as Handbook))
            ) : (
              <Empty icon={<BookX size={32} aria-hidden />} title={t('help.unknown')}>
                <span translate="no">{file}</span>
              </Empty>
            )}
          </article>
        </div>
      )}
    </Page>
  );
}

function Contents({ chapters, current }: Readonly<{ chapters: readonly Chapter[]; current: string }>) {
  const sections = [...new Set(chapters.map(({ section }) => section))];
  return sections.map((section) => (
    <Fragment key={section}>
      {section !== '' && <h2>{section}</h2>}
      <ul>
        {chapters
          .filter((each) => each.section === section)
          .map(({ file, title }) => (
            <li key={file}>
              <a
                href={hrefOf({ page: 'help', chapter: file })}
                aria-current={file === current ? 'page' : undefined}
              >
                {title}
              </a>
            </li>
          ))}
      </ul>
    </Fragment>
  ));
}

/** Renders a node of a chapter. */
function shown(node: HandbookNode, key: number, chapter: Chapter, handbook: Handbook): ReactNode {
  if (typeof node === 'string') return node;
  const [name, { href, src, colspan, rowspan, ...attributes }, children] = node;
  const inner = children.map((child, index) => shown(child, index, chapter, handbook));
  if (name === 'a') {
    return (
      <a key={key} {...linkOf(href, chapter, handbook)} id={attributes.id}>
        {inner}
      </a>
    );
  }
  if (name === 'img') return <img key={key} src={handbook.images[src ?? '']} alt={attributes.alt ?? ''} />;
  if (name === 'table') {
    return (
      <div key={key} className={styles.table}>
        <table>{inner.filter((each) => typeof each !== 'string')}</table>
      </div>
    );
  }
  const isFrame = ['tbody', 'thead', 'tr'].includes(name);
  return createElement(
    // The page has its own h1, so the headings of a chapter move down one level.
    name.replace(/^h([1-3])$/, (_, level: string) => `h${Number(level) + 1}`),
    {
      key,
      ...attributes,
      ...(colspan && { colSpan: Number(colspan) }),
      ...(rowspan && { rowSpan: Number(rowspan) }),
      ...(name === 'pre' && { tabIndex: 0, translate: 'no' }),
    },
    ...(name === 'br' ? [] : [isFrame ? inner.filter((each) => typeof each !== 'string') : inner]),
  );
}

/** Returns the attributes of a link. Chapters open here, external links in a new window. */
function linkOf(href: string | undefined, { file }: Chapter, { chapters }: Handbook): object {
  if (href === undefined) return {};
  if (/^[a-z]+:/i.test(href)) return { href, target: '_blank', rel: 'noreferrer' };
  const [target = '', anchor] = href.split('#');
  const chapter = target === '' ? file : target;
  if (!chapters.some((each) => each.file === chapter)) return {}; // a download, or a page without a chapter
  return { href: hrefOf({ page: 'help', chapter, ...(anchor && { anchor }) }) };
}

function textOf(node: HandbookNode): string {
  return typeof node === 'string' ? node : node[2].map(textOf).join('');
}

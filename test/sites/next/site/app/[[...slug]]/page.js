import { evaluate } from '@mdx-js/mdx';
import Image from 'next/image';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import * as runtime from 'react/jsx-runtime';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import Accordion from '../../components/accordion';
import CopyPre from '../../components/copy-pre';
import Menu from '../../components/menu';
import { Tab, Tabs } from '../../components/tabs';
import { findPage, pages, sectionsOf } from '../../lib/pages';

export const dynamicParams = false;

export function generateStaticParams() {
  return pages.map(({ href }) => ({ slug: href.split('/').filter(Boolean) }));
}

export async function generateMetadata({ params }) {
  const page = findPage((await params).slug);
  return page && { title: page.title, description: page.description, alternates: { canonical: page.href } };
}

function Admonition({ kind, title, children }) {
  return (
    <div className="admonition" role="note">
      <strong>{title || kind}</strong>
      {children}
    </div>
  );
}

const components = {
  ...{ Accordion, Admonition, Tab, Tabs, pre: CopyPre },
  a: ({ href, ...rest }) => (href.startsWith('/') ? <Link href={href} {...rest} /> : <a href={href} {...rest} />),
  img: ({ src, alt }) => <Image src={src} alt={alt} width={src.endsWith('.png') ? 480 : 640} height={200} />,
};

export default async function Page({ params }) {
  const page = findPage((await params).slug);
  if (!page) notFound();
  const { default: Content } = await evaluate(page.body, {
    ...runtime,
    remarkPlugins: [remarkGfm],
    rehypePlugins: [rehypeSlug],
  });
  const others = pages.filter(({ locale }) => locale === page.locale);
  const next = others[others.indexOf(page) + 1];
  return (
    <div className="columns">
      <Menu sections={sectionsOf(page.locale)} />
      <main lang={page.locale}>
        <h1>{page.title}</h1>
        <Content components={components} />
        {next && (
          <p>
            <Link href={next.href}>{next.title} →</Link>
          </p>
        )}
      </main>
    </div>
  );
}

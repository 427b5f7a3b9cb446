import { escapeUTF8 } from 'entities';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** Returns a page that replaces a redirect of the site. Redirects immediately and keeps the query and fragment. */
export function redirectPage(target: string): string {
  const href = escapeUTF8(target);
  return page(
    'Moved',
    `<meta http-equiv="refresh" content="0; url=${href}"/>
<script>location.replace(${JSON.stringify(target).replaceAll('<', '\\u003c')} + location.search + location.hash)</script>`,
    `<p>This page has moved to <a href="${href}">${href}</a>.</p>`,
  );
}

/** Returns a start page for a site that has none, listing its pages by title. */
export function contentsPage(
  name: string,
  pages: readonly Readonly<{ href: string; title: string }>[],
): string {
  const items = pages.map(
    ({ href, title }) => `<li><a href="${escapeUTF8(href)}">${escapeUTF8(title || href)}</a></li>`,
  );
  return page(escapeUTF8(name), '', `<h1>${escapeUTF8(name)}</h1>\n<ul>\n${items.join('\n')}\n</ul>`);
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en" data-offprint="">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy([])}"/>
<meta name="viewport" content="width=device-width"/>
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}</style>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

import { escapeUTF8 } from 'entities';

/** Returns a page with a short notice, in light and dark. @param script element at the end of the body */
export function noticePage(title: string, text: string, script = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(title)} · Offprint</title>
<style>
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif }
body { margin: 18vh auto 0; max-width: 34rem; padding: 0 1.5rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
</style>
</head>
<body><main><h1>${escapeUTF8(title)}</h1><p>${escapeUTF8(text)}</p></main>
${script}</body>
</html>
`;
}

/** Content-Security-Policy of notice pages. */
export const NOTICE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

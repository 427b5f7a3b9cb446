import { inExpression } from './expression.ts';
import type { SiteFacts } from './site-facts.ts';
import { withQuery } from './with-query.ts';

const NOT_FOUND = '/offprint-not-found';

/**
 * Configuration for Apache (2.4.39 and later, with mod_rewrite, mod_headers, mod_alias and mod_mime): one virtual host
 * that responds like `offprint host`.
 */
export function apacheConfig(facts: SiteFacts, { port }: Readonly<{ port: number }>): string {
  const { domain, version, root, notFound, redirects, compressed } = facts;
  const there = (what: string): string => `RewriteCond ${forRewriting(inFiles(root) + what)} -f`;
  const missing = (what: string): string => `RewriteCond ${forRewriting(inFiles(root) + what)} !-f`;
  return `# ${domain} ${version}, for Apache. Made by: offprint host --print apache
# This file is for this version only. For another version, print a new file and reload Apache, which switches immediately.
# It requires the modules rewrite, headers, alias, mime and env: a2enmod rewrite headers
# Redirects contain this server's name. Behind a proxy that speaks HTTPS, add: ServerName https://docs.example.com and UseCanonicalName On

${port === 80 || port === 443 ? '' : `Listen ${port}\n`}<VirtualHost *:${port}>
    DocumentRoot ${quoted(root)}
    MergeSlashes Off
    AcceptPathInfo Off
    AddDefaultCharset Off
    <Directory ${quoted(root)}>
        Require all granted
        AllowOverride None
        Options FollowSymLinks
        <IfModule mod_dir.c>
            DirectorySlash Off
            DirectoryIndex disabled
        </IfModule>
    </Directory>

    # Files are compressed in advance and sent unchanged. Their extensions have no other meaning.
    SetEnv no-gzip 1
    SetEnv no-brotli 1
    RemoveEncoding .gz .tgz .Z .br
    <FilesMatch ".">
        ForceType application/octet-stream
    </FilesMatch>
${[...facts.types].map(([type, ends]) => typeOf(type, ends)).join('')}
    Header always set Cache-Control no-cache
    Header always set X-Content-Type-Options nosniff
    Header always set Offprint-Version ${headerValue(version)}
    Header set Content-Encoding br env=OFFPRINT_BR
    Header set Content-Encoding gzip env=OFFPRINT_GZIP
${policies(facts)}
    RewriteEngine On
    # No page has an address with two slashes.
    RewriteRule // - [R=404,L]
    RewriteCond %{ENV:REDIRECT_STATUS} ^$
    RewriteCond %{THE_REQUEST} "^\\S+ //"
    RewriteRule ^ - [R=404,L]
${notFound ? notFoundPage(notFound.file) : ''}${[...redirects].map(([from, to]) => redirect(from, to)).join('')}
    # Compressed copies next to the bundle's files, not part of the bundle.
${compressed.map((name) => `    RewriteCond $1 ${forRewriting(`!=${name}`)}\n`).join('')}    RewriteRule ^(.*\\.(?:gz|br))$ - [R=404,L]

    ${there('$1/index.html')}
    RewriteRule ^(.*)/$ $1/index.html [S=2]
    ${there('$1.html')} [OR]
    ${there('$1')}
    RewriteRule ^(.+)/$ $1 [R=302,L]
    RewriteRule /$ - [R=404,L]

    ${missing('$1')}
    ${there('$1.html')}
    RewriteRule ^(.+)$ $1.html
    ${missing('$1')}
    ${there('$1/index.html')}
    RewriteRule ^(.+)$ $1/ [R=302,L]
    ${missing('$1')}
    RewriteRule ^(.+)$ - [R=404,L]

    RewriteCond %{HTTP:Accept-Encoding} \\bbr\\b
    ${there('$1.br')}
    RewriteRule ^(.+)$ $1.br [E=OFFPRINT_BR:1,PT,L]
    RewriteCond %{HTTP:Accept-Encoding} \\bgzip\\b
    ${there('$1.gz')}
    RewriteRule ^(.+)$ $1.gz [E=OFFPRINT_GZIP:1,PT,L]
    RewriteRule ^ - [PT,L]
</VirtualHost>
`;
}

function typeOf(type: string, ends: readonly string[]): string {
  const names = ends.map(inExpression).join('|');
  return `    <FilesMatch "\\.(${names})(\\.(gz|br))?$">\n        ForceType ${type}\n    </FilesMatch>\n`;
}

function policies({ policy, otherPolicies, notFound, root }: SiteFacts): string {
  const set = (own: string | null): string =>
    own === null
      ? 'Header always unset Content-Security-Policy'
      : `Header always set Content-Security-Policy ${headerValue(own)}`;
  const others = [...otherPolicies].map(([place, own]) => {
    const names = ['', '.gz', '.br'].map((end) => `'${(root + place + end).replace(/['\\]/g, '\\$&')}'`);
    return `    <If "%{REQUEST_FILENAME} in { ${names.join(', ')} }">\n        ${set(own)}\n    </If>\n`;
  });
  return [
    policy === null
      ? ''
      : `    <FilesMatch "\\.html?(\\.(gz|br))?$">\n        ${set(policy)}\n    </FilesMatch>\n`,
    ...others,
    notFound ? `    <Location ${NOT_FOUND}>\n        ${set(notFound.policy)}\n    </Location>\n` : '',
  ].join('');
}

function notFoundPage(file: string): string {
  return `    ErrorDocument 404 ${NOT_FOUND}
    Alias ${NOT_FOUND} ${quoted(file)}
    <Location ${NOT_FOUND}>
        Require all granted
        ForceType text/html
    </Location>
    RewriteCond %{ENV:REDIRECT_STATUS} ^$
    RewriteRule ^${NOT_FOUND}$ - [R=404,L]
    RewriteRule ^${NOT_FOUND}$ - [PT,L]
`;
}

function redirect(from: string, to: string): string {
  const rule = (place: string): string =>
    `    RewriteRule ${forRewriting(`^${inExpression(from)}$`)} ${forRewriting(place)} [R=302,L,NE]\n`;
  const written = to.replace(/[\\%$]/g, '\\$&');
  const asked = withQuery(written, '?%{QUERY_STRING}');
  return (asked === written ? '' : `    RewriteCond %{QUERY_STRING} .\n${rule(asked)}`) + rule(written);
}

/** Escapes text for a RewriteCond test string. */
function inFiles(text: string): string {
  return text.replace(/[\\%$]/g, '\\$&');
}

/** Header value; escapes % because mod_headers treats it as the start of a variable. */
function headerValue(text: string): string {
  return quoted(text.replaceAll('%', '%%'));
}

/** Quotes an argument of a mod_rewrite directive. Backslashes stay, because the pattern or test string needs them. */
function forRewriting(text: string): string {
  return `"${text.replace(/"/g, '\\"')}"`;
}

/** Quotes an argument of an Apache directive. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

import type { SiteFacts } from './site-facts.ts';
import { withQuery } from './with-query.ts';

const NOT_FOUND = '/offprint-not-found';

/**
 * Configuration for nginx (1.22 and later): one server that responds like `offprint host`, to be included in the `http`
 * block. Brotli needs a separate module (libnginx-mod-http-brotli-static).
 */
export function nginxConfig(facts: SiteFacts, { port }: Readonly<{ port: number }>): string {
  const { domain, version, root, notFound, redirects, compressed } = facts;
  return `# ${domain} ${version}, for nginx. Made by: offprint host --print nginx
# This file is for this version only. For another version, print a new file and reload nginx, which switches immediately.

${policyMap(facts)}
server {
    listen ${port};
    root ${quoted(root)};
    absolute_redirect off;
    server_tokens off;
    etag on;
    gzip_static on;
    gzip_vary on;
    # With libnginx-mod-http-brotli-static:
    # brotli_static on;

    types {
${[...facts.types].map(([type, ends]) => `        ${type} ${ends.join(' ')};`).join('\n')}
    }
    default_type application/octet-stream;

    add_header Cache-Control no-cache always;
    add_header X-Content-Type-Options nosniff always;
    add_header Offprint-Version ${quoted(version)} always;
    add_header Content-Security-Policy $offprint_policy always;

    # No page has an address with two slashes.
    merge_slashes off;
    location ~ // { return 404; }
${notFound ? `\n    error_page 404 ${NOT_FOUND};\n    location = ${NOT_FOUND} {\n        internal;\n        types { }\n        default_type text/html;\n        gzip_static off;\n        alias ${quoted(notFound.file)};\n    }\n` : ''}
${[...redirects].map(([from, to]) => `    location = ${quoted(from)} { return 302 ${quoted(withQuery(to.replaceAll('$', '%24'), '$is_args$args'))}; }\n`).join('')}
    # Compressed copies next to the bundle's files, not part of the bundle.
    location ~ \\.(gz|br)$ { return 404; }
${compressed.map((name) => `    location = ${quoted(name)} { gzip_static off; }\n`).join('')}
    location / { try_files $uri $uri.html @folder; }
    location ~ /$ { try_files \${uri}index.html @page; }
    location @folder {
        if (-f $document_root$uri/index.html) { rewrite ^(.*)$ $1/ redirect; }
        return 404;
    }
    location @page {
        # A named group, because nginx encodes numbered ones again.
        if ($uri ~ ^(?<offprint_page>.+)/$) { }
        if (-f $document_root$offprint_page.html) { rewrite ^(.+)/$ $1 redirect; }
        if (-f $document_root$offprint_page) { rewrite ^(.+)/$ $1 redirect; }
        return 404;
    }
}
`;
}

function policyMap({ policy, otherPolicies, notFound, redirects }: SiteFacts): string {
  const led = [...redirects.keys()].map((place) => [place, null] as const);
  const others = [...new Map([...otherPolicies, ...led])].map(
    ([place, own]) => `    ${quoted(place)} ${quoted(own ?? '')};\n`,
  );
  return `map $uri $offprint_policy {
    default "";
    "~*\\.html?$" ${quoted(policy ?? '')};
${notFound ? `    ${NOT_FOUND} ${quoted(notFound.policy ?? '')};\n` : ''}${others.join('')}}
`;
}

/** Quotes an nginx string. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

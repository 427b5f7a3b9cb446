import path from 'node:path';
import { inExpression } from './expression.ts';
import type { SiteFacts } from './site-facts.ts';
import { withQuery } from './with-query.ts';

/** Caddyfile (2.6 and later) with one site that responds like `offprint host`. */
export function caddyConfig(facts: SiteFacts, { port }: Readonly<{ port: number }>): string {
  const { domain, version, root, notFound, redirects, compressed } = facts;
  return `# ${domain} ${version}, for Caddy. Made by: offprint host --print caddy
# This file is for this version only. For another version, print a new file and reload Caddy, which switches immediately.

http://:${port} {
	root * ${quoted(root)}
	header Cache-Control no-cache
	header X-Content-Type-Options nosniff
	header Offprint-Version ${headerValue(version)}

	map {http.request.uri.query} {offprint_query} {
		~^$ ""
		default "?{http.request.uri.query}"
	}
	# The requested path, still encoded, without a trailing slash.
	map {http.request.orig_uri} {offprint_place} {
		~^([^?]*?)/?(?:\\?.*)?$ "\${1}"
	}

	route {
		# No page has an address with two slashes.
		@slashes path *//*
		error @slashes 404
${[...redirects].map(([from, to], index) => redirect(from, to, index)).join('')}
		# Compressed copies next to the bundle's files, not part of the bundle.
		@made {
			path_regexp \\.(gz|br)$
${compressed.map((name) => `			not path_regexp ${quoted(exactly(name))}\n`).join('')}		}
		error @made 404

		@folder {
			path */
			file {path}index.html
		}
		rewrite @folder {path}index.html
		@slash path_regexp slash ^(.+)/$
		route @slash {
			@bare file {re.slash.1}.html {re.slash.1}
			redir @bare {offprint_place}{offprint_query} 302
			error 404
		}
		@below {
			not file {path} {path}.html
			file {path}/index.html
		}
		redir @below {offprint_place}/{offprint_query} 302
		@none not file {path} {path}.html
		error @none 404
		try_files {path} {path}.html

		header Content-Type application/octet-stream
${[...facts.types].map(([type, ends], index) => typeOf(type, ends, index)).join('')}${policies(facts)}
		file_server {
			index offprint-no-index
			disable_canonical_uris
			precompressed br gzip
		}
	}
${notFound ? notFoundPage(notFound) : ''}}
`;
}

function redirect(from: string, to: string, index: number): string {
  const place = withQuery(to.replace(/[{}]/g, '\\$&'), '{offprint_query}');
  return `		@redirect${index} path_regexp ${quoted(exactly(from))}\n		redir @redirect${index} ${quoted(place)} 302\n`;
}

function typeOf(type: string, ends: readonly string[], index: number): string {
  const names = ends.map(inExpression).join('|');
  return `		@type${index} path_regexp \\.(${names})$\n		header @type${index} Content-Type ${type}\n`;
}

function policies({ policy, otherPolicies }: SiteFacts): string {
  const pages =
    policy === null
      ? ''
      : `		@pages path_regexp \\.html?$\n		header @pages Content-Security-Policy ${headerValue(policy)}\n`;
  const others = [...otherPolicies].map(([place, own], index) => {
    const name = `@policy${index}`;
    return `		${name} path_regexp ${quoted(exactly(place))}\n		header ${name} ${own === null ? '-Content-Security-Policy' : `Content-Security-Policy ${headerValue(own)}`}\n`;
  });
  return pages + others.join('');
}

function notFoundPage({ file, policy }: NonNullable<SiteFacts['notFound']>): string {
  return `
	handle_errors {
		@missing expression {http.error.status_code} == 404
		route @missing {
			root * ${quoted(path.dirname(file))}
			rewrite * /${path.basename(file)}
			header Content-Type text/html
${policy === null ? '' : `			header Content-Security-Policy ${headerValue(policy)}\n`}			file_server {
				disable_canonical_uris
			}
		}
	}
`;
}

function exactly(place: string): string {
  return `^${inExpression(place)}$`;
}

/** Header value; escapes braces because Caddy treats them as placeholders. */
function headerValue(text: string): string {
  return quoted(text.replace(/[{}]/g, '\\$&'));
}

/** Quotes a Caddyfile token. */
function quoted(text: string): string {
  return `"${text.replace(/"/g, '\\"')}"`;
}

/** The parts of a query: parameters that select content, and the heading that it names. */
type ReadQuery = Readonly<{ query: string; heading: string | undefined }>;

/**
 * Keeps the parameters that select content. Session and campaign parameters are dropped, because they would give the
 * same content a new address each time.
 * @param search with its question mark, as in `URL.search`
 * @param headingParameter the parameter that only names a heading of its page: `?id=install` is `#install` (docsify)
 */
export function readQuery(search: string, headingParameter: string | undefined): ReadQuery {
  const parameters = search.slice(1).split('&');
  const heading = parameters.find((parameter) => nameOf(parameter) === headingParameter);
  const kept = parameters.filter(
    (parameter) => parameter !== '' && parameter !== heading && !selectsNothing(parameter),
  );
  return {
    query: kept.length > 0 ? `?${kept.join('&')}` : '',
    heading: heading?.slice(heading.indexOf('=') + 1),
  };
}

function nameOf(parameter: string): string {
  return parameter.replace(/=.*$/s, '');
}

function selectsNothing(parameter: string): boolean {
  return SESSION.test(parameter) || CAMPAIGN.test(parameter);
}

const SESSION =
  /^(?:jsessionid|phpsessid|aspsessionid\w*|cfid|cftoken)=|^(?:s|sid|session|session_?id)=[\w-]{16,}$/i;
const CAMPAIGN = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|_gl)=/i;

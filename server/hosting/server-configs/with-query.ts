/**
 * Appends the query of the request to a redirect location that has none of its own.
 * @param location target of a redirect
 * @param query the server's expression for the query of the request, including the question mark
 */
export function withQuery(location: string, query: string): string {
  const [, place = '', fragment = ''] = /^([^#]*)(.*)$/.exec(location) ?? [];
  return place.includes('?') ? location : `${place}${query}${fragment}`;
}

/**
 * What was asked for goes on, as far as the place has nothing of the kind itself.
 * @param location of a redirect
 * @param query what the server writes for the query of the request, with its question mark
 */
export function withQuery(location: string, query: string): string {
  const [, place = '', fragment = ''] = /^([^#]*)(.*)$/.exec(location) ?? [];
  return place.includes('?') ? location : `${place}${query}${fragment}`;
}

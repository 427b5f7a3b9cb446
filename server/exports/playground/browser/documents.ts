/**
 * Documents that page scripts may fetch. Each is loaded by a script, because a page on `file://` cannot fetch files.
 */
export type Documents = Readonly<{
  /** Returns the address of a copy in memory; undefined if there is no document for the URL. */
  copyOf: (url: URL) => string | undefined;
  /** Returns the document's file in the bundle. */
  fileOf: (url: URL) => URL | undefined;
}>;

type Document = Readonly<{ contentType: string; text: string; file: URL }>;

declare global {
  var offprintPlayground: Readonly<{ carry: (contentType: string, text: string) => void }>;
}

/**
 * Installs `offprintPlayground.carry`, with which the scripts after this one provide their documents. Their elements
 * declare the places at which pages request the document (`data-places`) and its file in the bundle (`data-file`).
 * @param root the bundle's root folder
 * @param origin origin at which the site is published, if known
 */
export function openDocuments(root: URL, origin: string | undefined): Documents {
  const documents = new Map<string, Document>();
  const copies = new Map<Document, string>();
  globalThis.offprintPlayground = {
    carry: (contentType, text) => {
      const { places = '', file = '' } = (document.currentScript as HTMLScriptElement).dataset;
      const carried = { contentType, text, file: new URL(file, document.baseURI) };
      for (const place of places.split(' ')) documents.set(decoded(place), carried);
    },
  };

  /** Finds a document. A relocated page may refer to a place of its site in any of these forms. */
  const find = (url: URL): Document | undefined => {
    const { href, protocol, pathname, search } = url;
    const path = protocol === 'file:' ? withoutDrive(pathname) : pathname;
    const isOwn = protocol === 'file:' || url.origin === location.origin || url.origin === origin;
    const place = href.startsWith(root.href)
      ? `/${href.slice(root.href.length).replace(/[?#].*$/s, '')}`
      : isOwn
        ? path
        : url.origin + path;
    // A static host ignores the query.
    return documents.get(decoded(place + search)) ?? documents.get(decoded(place));
  };

  return {
    fileOf: (url) => find(url)?.file,
    copyOf: (url) => {
      const found = find(url);
      if (!found) return undefined;
      const copy =
        copies.get(found) ?? URL.createObjectURL(new Blob([found.text], { type: found.contentType }));
      copies.set(found, copy);
      return copy;
    },
  };
}

/** On `file://` in Windows, `/v1` resolves to `/C:/v1`. */
export function withoutDrive(pathname: string): string {
  return pathname.replace(/^\/[A-Za-z]:(?=\/)/, '');
}

/** Sites and browsers may encode the same path differently. */
function decoded(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}

/** What page scripts may fetch of the site: a script carries each, since a file may fetch no file. */
export type Documents = Readonly<{
  /** The address of a copy in memory; undefined when nothing is carried for what a page asks for. */
  copyOf: (url: URL) => string | undefined;
  /** The file of the bundle. */
  fileOf: (url: URL) => URL | undefined;
}>;

type Document = Readonly<{ contentType: string; text: string; file: URL }>;

declare global {
  var offprintPlayground: Readonly<{ carry: (contentType: string, text: string) => void }>;
}

/**
 * Lets the scripts that follow this one hand in what they carry. Their elements say at which places of the site pages
 * ask for it (`data-places`), and which file of the bundle it is (`data-file`).
 * @param root the folder of the bundle
 * @param origin where the site is published, where that is known
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

  /** A page that was moved asks in one of these ways for a place of its site. */
  const find = (url: URL): Document | undefined => {
    const { href, protocol, pathname, search } = url;
    const path = protocol === 'file:' ? withoutDrive(pathname) : pathname;
    const isOwn = protocol === 'file:' || url.origin === location.origin || url.origin === origin;
    const place = href.startsWith(root.href)
      ? `/${href.slice(root.href.length).replace(/[?#].*$/s, '')}`
      : isOwn
        ? path
        : url.origin + path;
    // A folder has the same file whatever the query.
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

/** From a file on Windows, `/v1` means `/C:/v1`. */
export function withoutDrive(pathname: string): string {
  return pathname.replace(/^\/[A-Za-z]:(?=\/)/, '');
}

/** Sites and browsers encode the same path in more than one way. */
function decoded(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}

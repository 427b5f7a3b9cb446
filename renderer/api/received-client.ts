import type { DriveList, ReceivedBundle, ReceivedList, ShownReceived } from '../../server/api/wire.types.ts';
import type { Query, Send } from './client.ts';

const RECEIVED = '/v1/received';
/** Largest part that the API accepts. */
const PART_BYTES = 8 * 2 ** 20;

/** API calls for received bundles. */
export function receivedCalls({
  send,
  request,
  get,
}: Pick<Send, 'send' | 'request'> & Readonly<{ get: <T>(path: string, query?: Query) => Promise<T> }>) {
  const place = (id: string, rest = ''): string => `${RECEIVED}/${encodeURIComponent(id)}${rest}`;
  return {
    received: () => get<ReceivedList>(RECEIVED).then(({ received }) => received),
    drives: () => get<DriveList>('/v1/drives').then(({ drives }) => drives),
    receivePath: (path: string) => request<ReceivedBundle>('POST', RECEIVED, { path }),
    /** Uploads a file in parts. @param onBegun called once the server has registered the upload */
    upload: async (file: File, onBegun: () => void): Promise<void> => {
      const body = { fileName: file.name, sizeBytes: file.size };
      const { receivedId } = await request<ReceivedBundle>('POST', '/v1/uploads', body);
      onBegun();
      for (let offset = 0; offset < file.size; offset += PART_BYTES) {
        await send(
          'POST',
          place(receivedId, `/content?offset=${offset}`),
          file.slice(offset, offset + PART_BYTES),
        );
      }
    },
    acceptReceived: (id: string, as: 'unsigned' | 'unknown-signer') =>
      request<ReceivedBundle>('POST', place(id, '/accept'), { as }),
    showReceived: (id: string) => request<ShownReceived>('POST', place(id, '/site')),
    keepReceived: (id: string) => request<ReceivedBundle>('POST', place(id, '/keep')),
    discardReceived: (id: string) => request<void>('POST', place(id, '/discard')),
  };
}

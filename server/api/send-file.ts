import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import { whenClosed } from './when-closed.ts';

/** Sends a file as the body of a response whose head has been written. Closes the file if the client disconnects. */
export function sendFile(response: ServerResponse, file: string): void {
  const stream = fs.createReadStream(file);
  whenClosed(response, () => stream.destroy());
  stream.on('error', () => response.destroy()).pipe(response);
}

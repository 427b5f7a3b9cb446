import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import { whenClosed } from './when-closed.ts';

/** Sends a file as the body of an answer whose head is written. The file is closed, too, when the client goes away. */
export function sendFile(response: ServerResponse, file: string): void {
  const stream = fs.createReadStream(file);
  whenClosed(response, () => stream.destroy());
  stream.on('error', () => response.destroy()).pipe(response);
}

import fs from 'node:fs';
import type { ServerResponse } from 'node:http';

/** Sends a file as the body of an answer whose head is written. The file is closed, too, when the client goes away. */
export function sendFile(response: ServerResponse, file: string): void {
  const stream = fs.createReadStream(file);
  response.once('close', () => stream.destroy());
  stream.on('error', () => response.destroy()).pipe(response);
}

import { afterAll, afterEach } from 'vitest';
import { endFile, endTest } from './stand-ins/cleanup.ts';

afterEach(endTest);
afterAll(endFile);

import { create } from 'zustand';

/** What a screen reader is told without the focus moving: one sentence at a time. */
export const useAnnouncement = create<Readonly<{ text: string }>>(() => ({ text: '' }));

export function announce(text: string): void {
  useAnnouncement.setState({ text });
}

import { create } from 'zustand';

/** The current screen reader announcement, one sentence at a time. The focus does not move. */
export const useAnnouncement = create<Readonly<{ text: string }>>(() => ({ text: '' }));

export function announce(text: string): void {
  useAnnouncement.setState({ text });
}

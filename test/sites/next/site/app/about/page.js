import dynamic from 'next/dynamic';
import Link from 'next/link';

const Clock = dynamic(() => import('../../components/counter'));

export const metadata = { title: 'About' };

export default function About() {
  return (
    <main style={{ padding: '1rem' }}>
      <h1>About</h1>
      <p>Nobody makes Towline: it is invented.</p>
      <Clock />
      <p>
        <Link href="/">Back</Link>
      </p>
    </main>
  );
}

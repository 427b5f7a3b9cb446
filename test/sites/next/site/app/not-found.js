export default function NotFound() {
  return <main style={{ padding: '1rem' }}>There is no such page.</main>;
}

// Rendered at most once a minute, and sent from the cache in between: what Next serves fastest.
import { services } from '../database.js';

export const revalidate = 60;

export default async function Home() {
  const list = await services();
  return (
    <main>
      <h1>Words that sell</h1>
      <ul>
        {list.map(({ id, name, about, price }) => (
          <li key={id}>
            <h2>{name}</h2>
            <p>{about}</p>
            <p>{(price / 100).toFixed(2)} €</p>
          </li>
        ))}
      </ul>
    </main>
  );
}

// Where the desk's app begins.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import '../../ui/styles/tokens.css';
import '../../ui/styles/base.css';
import './desk.css';

createRoot(document.getElementById('root') as HTMLElement).render(<App />);

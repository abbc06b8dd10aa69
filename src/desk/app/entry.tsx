// Where the desk's app begins.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import '../../web/ui/tokens.css';
import '../../web/ui/base.css';
import './desk.css';

createRoot(document.getElementById('root') as HTMLElement).render(<App />);

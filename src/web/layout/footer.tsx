// Footer: about the shop, links and the seller's details.
import { StaticPart } from '../shared/static-part/static-part.tsx';
import { PrivacyChoices } from './consent/consent-banner.tsx';
import css from './footer.module.css';
import logo from './logo.module.css';

const ColumnsOnServer = import.meta.env.SSR ? (await import('./footer-columns.tsx')).FooterColumns : undefined;
const loadColumns = () => import('./footer-columns.tsx').then(({ LateFooterColumns }) => LateFooterColumns);
const nothing = {};

export const Footer = () => (
  <footer id="footer" className={css.foot}>
    <StaticPart styles={[css, logo]} server={ColumnsOnServer} load={loadColumns} props={nothing} />
    <div className="page">
      <PrivacyChoices className={css.choices} />
    </div>
  </footer>
);

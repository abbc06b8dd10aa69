// Asks before a delivery is accepted whose comments were not sent.
import { Plural, Trans } from '@lingui/react/macro';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import button from '#ui/styles/button.module.css';

type Props = { readonly count: number; readonly accept: () => void; readonly closed: () => void };

export const AcceptDialog = ({ count, accept, closed }: Props) => (
  <Dialog title={<Trans>Accept it as it is?</Trans>} onClose={(value) => (value === 'accept' ? accept() : closed())} harmless>
    <p>
      <Plural
        value={count}
        one="Your comment hasn’t been sent and will be deleted."
        other="Your # comments haven’t been sent and will be deleted."
      />
    </p>
    <form method="dialog" className={sheet.acts}>
      <button type="submit" value="accept" className={button.main}>
        <Trans>Accept without changes</Trans>
      </button>
      <button type="submit" value="" className={button.quiet}>
        <Trans>Keep reading</Trans>
      </button>
    </form>
  </Dialog>
);

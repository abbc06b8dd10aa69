// Asks before a delivery is accepted whose comments were not sent.

import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';

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
      <Button text={<Trans>Accept without changes</Trans>} look="main" type="submit" value="accept" />
      <Button text={<Trans>Keep reading</Trans>} type="submit" value="" />
    </form>
  </Dialog>
);

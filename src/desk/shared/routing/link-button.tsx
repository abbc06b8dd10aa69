// A link to a page of the desk that looks like a button.
import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '#ui/display/button.tsx';

export const LinkButton = createLink(ButtonLink);

// Checks of texts: those of a delivery before it goes out, and Content Checker, which reports about a
// customer's own text within a minute.
import { definePlugin } from 'fanfare/plugin';

export default definePlugin({
  name: 'text-checks',
  api: 2,
  checkText: async (text, brief) => (await import('./check-delivery.ts')).checkDelivery(text, brief),
  makers: {
    'text-checker': {
      label: 'Text checker',
      isInstant: true,
      // English is the slowest: with ten other processes on two cores, a cold report took 15 to 24 seconds.
      limits: { seconds: 50, mebibytes: 1_100 },
      make: async (brief) => (await import('./text-checker.ts')).checkContent(brief),
    },
  },
});

// Post kits and sets of hashtags: drafts for people to finish, made from the customer's words alone.
import { definePlugin } from 'fanfare/plugin';

const limits = { seconds: 40, mebibytes: 700 };

export default definePlugin({
  name: 'social-kits',
  api: 2,
  makers: {
    hashtags: { label: 'Hashtag sets', limits, make: async (brief) => (await import('./hashtags.ts')).makeHashtags(brief) },
    'post-kits': { label: 'Post kits', limits, make: async (brief) => (await import('./post-kits.ts')).makePostKits(brief) },
  },
});

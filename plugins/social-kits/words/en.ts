// English texts of post kits.
import type { SocialWords } from './shape.ts';

export const englishSocialWords: SocialWords = {
  title: (platform) => `Post kits for ${platform}`,
  draft: 'What stands in brackets is still to be written.',
  zone: (timeZone) => `Times are those of ${timeZone}.`,
  anyZone: 'Your market did not tell its time zone: times are those of the clock on your wall.',
  slots: 'The slots are sensible habits, not measurements, and no result is promised.',
  noLink: '[the address of your site]',
  space: ' ',
  stop: ': ',
  kit: 'Kit',
  day: 'Day',
  time: 'Time',
  caption: 'Caption',
  show: 'Show',
  ask: 'Ask',
  slot: 'Slot',
  link: 'Link',
  angles: [
    {
      name: 'Before you open',
      caption: (brand) =>
        `Before the first customer comes, this has already happened at ${brand}: [what happens early in the day]. Hardly anybody sees it. You do now.`,
      show: 'the place before it opens, in the light that is there',
    },
    {
      name: 'The question you hear most',
      caption: () => '“[The question that customers ask most]” We hear it every week. The short answer: [the answer in one sentence].',
      show: 'the thing that the question is about, close enough to understand it',
    },
    {
      name: 'One detail',
      caption: (brand) =>
        `Most people never notice [the detail]. At ${brand} it takes [how long, or how much], and it is the reason why [what it changes].`,
      show: 'that one detail, and nothing else in the picture',
    },
    {
      name: 'How it began',
      caption: (brand) =>
        `${brand} began with [where, when and with what]. Some of it has changed since. [What has stayed the same] has not.`,
      show: 'something from the beginning beside how it is today',
    },
    {
      name: 'A tip to keep',
      caption: () => 'A small thing that saves you [time or trouble]: [the tip in one or two sentences]. No purchase needed.',
      show: 'the tip as it is done, step by step',
    },
    {
      name: 'The hands behind it',
      caption: (brand) => `Meet [name], who does [what] at ${brand}. Ask about [a subject they love] and you will be there for a while.`,
      show: 'the person at work, looking at the work and not at the camera',
    },
    {
      name: 'The first time',
      caption: (brand) =>
        `New to ${brand}? Begin with [what suits a first time]. It shows what we care about, and nothing more is expected of you.`,
      show: 'exactly what a newcomer gets, as it arrives',
    },
    {
      name: 'A common mistake',
      caption: () =>
        'Many believe that [the mistake]. We did too, until [what taught you better]. What works for us instead: [what you do].',
      show: 'the wrong way and the right way, side by side',
    },
    {
      name: 'A customer’s words',
      caption: () => '“[What a customer said, with permission]” We read it twice, and then passed it round. Thank you, [first name].',
      show: 'the words themselves, large, on a plain ground',
    },
    {
      name: 'What is next',
      caption: (brand) =>
        `On the table at ${brand} this week: [what you are working on]. It is not finished. That is why we would like to hear what you think.`,
      show: 'the work as it is now, unfinished parts included',
    },
  ],
  shots: [
    'One photograph, upright',
    'A short clip without words, up to 15 seconds',
    'Three pictures to swipe through',
    'One photograph from above',
    'A short clip with one sentence as a caption',
  ],
  asks: {
    awareness: [
      'Which of these did you not know?',
      'Who comes to mind? Show it to them.',
      'Follow along if you would like to see more of this.',
    ],
    traffic: ['Read the rest on our site.', 'The link has the details.', 'See all of it on our site.'],
    leads: [
      'Write to us with your question; we answer within [time].',
      'Tell us what you need, and we will say whether we can help.',
      'Send us a message with “[keyword]”.',
    ],
    sales: ['Order it on our site.', 'Have one put aside for you: the link is there.', 'Choose yours on our site.'],
    community: ['How do you do it? Tell us below.', 'What would you have done?', 'Show us yours; we look at every one.'],
    event: [
      'Save your place: the link has day and hour.',
      'Put it in your calendar, and bring somebody.',
      'Will you be there? Tell us below.',
    ],
    launch: ['Be among the first to try it: the link is there.', 'Ask us anything about it below.', 'See what is new on our site.'],
    hiring: [
      'Would you like to work with us? Write to us.',
      'Do you know somebody who would fit? Pass it on.',
      'The link says what we are looking for.',
    ],
  },
  objectives: {
    awareness: 'Be known',
    traffic: 'Visits to a site',
    leads: 'Enquiries',
    sales: 'Sales',
    community: 'Conversation',
    event: 'An event',
    launch: 'A launch',
    hiring: 'Hiring',
  },
  ads: {
    title: 'Sheet for your ads',
    setting: 'Setting',
    value: 'Value',
    platform: 'Platform',
    objective: 'Goal: the one nearest to',
    market: 'Place',
    openMarket: '[the place you sell to]',
    audience: 'People',
    openAudience: '[who should see it]',
    budget: 'Budget in all',
    noBudget: 'none named: the posts stand without ads',
    daily: 'At most a day',
    from: 'From',
    to: 'To',
    link: 'Link',
    paid: 'You pay the platform, never us. Begin with one kit, look at what it did after three days, and only then decide on the next.',
  },
};

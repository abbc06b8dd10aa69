// A plugin for Fanfare. Its kind of service is for subtitles: it checks the link and the languages of a brief, and the times and lines of the delivered files.
// @ts-check

/** @typedef {import('fanfare/plugin').Plugin} Plugin */
/** @typedef {import('fanfare/plugin').KindBrief} KindBrief */
/** @typedef {import('fanfare/plugin').KindDelivery} KindDelivery */
/** @typedef {import('fanfare/plugin').BriefFinding} BriefFinding */
/** @typedef {import('fanfare/plugin').DeliveryFinding} DeliveryFinding */

/** What many broadcasters ask for. */
const LINE_CHARS = 42;
const CHARS_PER_SECOND = 17;
/** Videos that anybody can watch there. */
const openHosts = /(^|\.)(youtube\.com|youtu\.be|vimeo\.com)$/;

const messages = {
  playlist: {
    en: 'This is a playlist or a channel. Send the link to one video.',
    es: 'Es una lista o un canal. Envía el enlace a un solo vídeo.',
    jp: '再生リストまたはチャンネルのURLです。動画1本のURLを入力してください。',
  },
  same: {
    en: 'This is the language that is spoken. Choose another one, or order subtitles without translation.',
    es: 'Es el idioma que se habla. Elige otro o pide subtítulos sin traducción.',
    jp: '話されている言語と同じです。別の言語を選ぶか、翻訳なしの字幕をご注文ください。',
  },
};

/** @param {KindBrief} brief @returns {BriefFinding[]} */
function checkBrief({ answers: { videoUrl, sourceLanguage, targetLanguage }, offerId }) {
  /** @type {BriefFinding[]} */
  const found = [];
  const { hostname = '', pathname = '' } = typeof videoUrl === 'string' && URL.canParse(videoUrl) ? new URL(videoUrl) : {};
  if (/^\/(playlist|channel|showcase|@)/.test(pathname)) found.push({ field: 'videoUrl', outcome: 'refuse', message: messages.playlist });
  else if (hostname !== '' && !openHosts.test(hostname))
    found.push({
      field: 'videoUrl',
      outcome: 'review',
      message: { en: 'The video may need an account. Try to watch it.' },
      quote: hostname,
    });
  if (offerId.endsWith('translated') && sourceLanguage !== undefined && sourceLanguage === targetLanguage)
    found.push({ field: 'targetLanguage', outcome: 'refuse', message: messages.same });
  return found;
}

const TIMES = /(\d+):(\d\d):(\d\d)[,.](\d{3}) --> (\d+):(\d\d):(\d\d)[,.](\d{3})/;

/** @param {string[]} parts */
const toMilliseconds = ([hours, minutes, seconds, rest]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(rest);

/** @param {string} text */
const parseCues = (text) =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n');
      const at = lines.findIndex((line) => TIMES.test(line));
      const times = TIMES.exec(lines[at] ?? '')?.slice(1);
      return times ? [{ from: toMilliseconds(times.slice(0, 4)), to: toMilliseconds(times.slice(4)), lines: lines.slice(at + 1) }] : [];
    });

/** @param {KindDelivery} delivery @returns {DeliveryFinding[]} */
function checkDelivery({ files }) {
  const timed = files.filter(({ name }) => /\.(srt|vtt)$/i.test(name));
  if (timed.length === 0) return [{ state: 'wrong', message: 'There is no .srt or .vtt file.' }];
  return timed
    .flatMap(({ name: file, bytes }) => {
      const cues = parseCues(new TextDecoder().decode(bytes));
      if (cues.length === 0) return [/** @type {const} */ ({ state: 'wrong', message: 'There are no subtitles with times in it.', file })];
      return cues
        .flatMap(({ from, to, lines }, index) => {
          /** @type {DeliveryFinding[]} */
          const found = [];
          const [quote] = lines.map((line) => line.slice(0, 60));
          const note = (/** @type {DeliveryFinding['state']} */ state, /** @type {string} */ message) =>
            found.push({ state, message: `Subtitle ${index + 1} ${message}`, file, quote });
          if (to <= from) note('wrong', 'ends before it begins.');
          if (from < (cues[index - 1]?.to ?? 0)) note('wrong', 'begins before the one before it ends.');
          if (lines.some((line) => line.length > LINE_CHARS)) note('look', `has a line of more than ${LINE_CHARS} characters.`);
          if (to > from && lines.join('').length / ((to - from) / 1_000) > CHARS_PER_SECOND)
            note('look', `is shown too briefly to be read: more than ${CHARS_PER_SECOND} characters a second.`);
          return found;
        })
        .slice(0, 50);
    })
    .slice(0, 100);
}

/** @type {Plugin} */
const plugin = {
  name: 'subtitle-tools',
  serviceKinds: {
    subtitles: {
      label: 'Subtitles',
      // A transcript has no ordered length, and repeats what is said.
      checks: ['policyGate', 'placeholders', 'links', 'spelling'],
      maker: 'subtitle-tools:sheet',
      delivers: ['article'],
      fileTypes: ['srt', 'vtt'],
      checkBrief,
      checkDelivery,
    },
  },
  makers: {
    sheet: {
      label: 'Transcript sheets',
      limits: { seconds: 30, mebibytes: 500 },
      make: async ({ answers: { videoUrl, sourceLanguage, targetLanguage } }) => ({
        text: `# Transcript\n\n${videoUrl}\n\n${sourceLanguage} → ${targetLanguage}\n\n## Names and signs on screen\n\n[…]\n`,
        help: ['subtitle-tools 1.0'],
      }),
    },
  },
};

export default plugin;

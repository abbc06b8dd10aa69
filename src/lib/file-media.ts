// Which files a page can show: by the file's extension, because the bytes are only ever shown as that kind.
type Media = { readonly kind: 'picture' | 'video' | 'audio'; readonly type: string };

const media: Readonly<Record<string, Media>> = {
  png: { kind: 'picture', type: 'image/png' },
  jpg: { kind: 'picture', type: 'image/jpeg' },
  jpeg: { kind: 'picture', type: 'image/jpeg' },
  gif: { kind: 'picture', type: 'image/gif' },
  webp: { kind: 'picture', type: 'image/webp' },
  svg: { kind: 'picture', type: 'image/svg+xml' },
  mp4: { kind: 'video', type: 'video/mp4' },
  webm: { kind: 'video', type: 'video/webm' },
  mp3: { kind: 'audio', type: 'audio/mpeg' },
  m4a: { kind: 'audio', type: 'audio/mp4' },
  wav: { kind: 'audio', type: 'audio/wav' },
  flac: { kind: 'audio', type: 'audio/flac' },
  ogg: { kind: 'audio', type: 'audio/ogg' },
};

/** Undefined for files that are only downloaded. */
export const findMedia = (name: string): Media | undefined => {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(media, extension) ? media[extension] : undefined;
};

// The uploads of the simulated YouTube channel, in the API's form, with everything that could break a mapping.

import type { JsonObject } from '@central-api/service/parsing/json-value.ts'

export type SimulatedChannel = {
  readonly id: string
  readonly name: string
  readonly user: string
  readonly title: string
  /** Whether only the owner can see it. */
  readonly isHidden: boolean
}

export const ACME: SimulatedChannel = {
  id: 'UCaaaaaaaaaaaaaaaaaaaaaa',
  name: '@acme',
  user: 'acmevideos',
  title: 'Acme & Söhne',
  isHidden: false,
}

/** The state of an upload. `deleted` and `private` ones stay in the playlists. */
export type UploadState = 'public' | 'deleted' | 'private'
export type SimulatedTab = 'videos' | 'shorts' | 'live'

export type Upload = {
  readonly id: string
  readonly state: UploadState
  readonly tab: SimulatedTab
  readonly index: number
  readonly publishedAt: string
}

const START = Date.UTC(2026, 5, 1, 8, 15)
const STATES: Readonly<Record<number, UploadState>> = { 3: 'deleted', 7: 'private' }
const TABS: Readonly<Record<number, SimulatedTab>> = { 2: 'shorts', 4: 'shorts', 6: 'live' }

/** The n-th upload from the start; pairs share a second. */
export const nthUpload = (index: number): Upload => ({
  id: `Ac-me_${String(index).padStart(5, '0')}`,
  state: STATES[index % 11] ?? 'public',
  tab: TABS[index % 9] ?? 'videos',
  index,
  publishedAt: new Date(START + Math.floor(index / 2) * 3_600_000).toISOString().replace('.000', ''),
})

const DESCRIPTIONS = [
  'Chapters\n00:00 Start\n12:00 End\n\nhttps://bread.example/recipe?a=1&b=2. #bread #Zürich, with @other.channel',
  '',
  '<script>alert(1)</script>\n<b>Not markup</b> & mail@bread.example',
  'שלום עולם مرحبا #שלום 👩‍👩‍👧',
  '  \r\n\r\n\r\n\r\nOnly #2 of 10  ',
] as const

const TITLES = ['How we bake & why', 'Live <soon>', 'Brød på nynorsk 🍞', 'Number #shorts'] as const

const thumbnail = (id: string, file: string, width: number, height: number) => ({
  url: `https://i.ytimg.com/vi/${id}/${file}.jpg`,
  width,
  height,
})

const thumbnailsOf = ({ id, index }: Upload) => ({
  default: thumbnail(id, 'default', 120, 90),
  medium: thumbnail(id, 'mqdefault', 320, 180),
  high: thumbnail(id, 'hqdefault', 480, 360),
  ...(index % 3 === 0 && {
    standard: thumbnail(id, 'sddefault', 640, 480),
    maxres: thumbnail(id, 'maxresdefault', 1280, 720),
  }),
})

export const titleOf = ({ index }: Upload): string => `${TITLES[index % TITLES.length]} ${index}`
export const descriptionOf = ({ index }: Upload): string => DESCRIPTIONS[index % DESCRIPTIONS.length] ?? ''
export const viewsOf = ({ index }: Upload): number => 1_234_567 + index

/** The state of a live stream: announced, or over. */
const liveStateOf = ({ tab, index }: Upload) => (tab !== 'live' ? 'none' : index % 2 === 0 ? 'upcoming' : 'none')

const durationOf = (upload: Upload): string => {
  if (liveStateOf(upload) === 'upcoming') return 'P0D'
  return { videos: 'PT12M5S', shorts: 'PT58S', live: 'P1DT2H3M4S' }[upload.tab]
}

const statisticsOf = (upload: Upload) => ({
  ...(liveStateOf(upload) === 'none' && { viewCount: String(viewsOf(upload)) }),
  // Missing when the owner hides likes or disables comments.
  ...(upload.index % 4 !== 1 && { likeCount: String(upload.index) }),
  favoriteCount: '0',
  ...(upload.index % 5 !== 1 && { commentCount: '12' }),
})

const playerOf = ({ id, tab }: Upload, maxWidth: number | undefined) => ({
  embedHtml: `<iframe width="480" height="270" src="//www.youtube.com/embed/${id}" frameborder="0" allowfullscreen></iframe>`,
  ...(maxWidth !== undefined && {
    embedWidth: String(tab === 'shorts' ? Math.round((maxWidth * 9) / 16) : maxWidth),
    embedHeight: String(tab === 'shorts' ? maxWidth : Math.round((maxWidth * 9) / 16)),
  }),
})

const liveDetailsOf = (upload: Upload) =>
  liveStateOf(upload) === 'upcoming'
    ? { scheduledStartTime: '2027-01-01T18:00:00Z', activeLiveChatId: 'C1' }
    : {
        scheduledStartTime: upload.publishedAt,
        actualStartTime: upload.publishedAt,
        actualEndTime: new Date(Date.parse(upload.publishedAt) + 93_784_000).toISOString(),
      }

/** A video in the form of `videos.list`, each part under its name. */
export const videoParts = (upload: Upload, channel: SimulatedChannel, maxWidth?: number): JsonObject => {
  const { id, index, tab } = upload
  const isRestricted = index % 8 === 5
  return {
    snippet: {
      publishedAt: upload.publishedAt,
      channelId: channel.id,
      title: titleOf(upload),
      description: descriptionOf(upload),
      thumbnails: thumbnailsOf(upload),
      channelTitle: channel.title,
      ...(index % 2 === 0 && { tags: ['bread', 'Baking Day', 'Bread'] }),
      categoryId: '26',
      liveBroadcastContent: liveStateOf(upload),
      ...(index % 3 !== 1 && { defaultLanguage: 'en', defaultAudioLanguage: index % 3 === 0 ? 'en-GB' : 'zxx' }),
      localized: { title: titleOf(upload), description: descriptionOf(upload) },
    },
    contentDetails: {
      duration: durationOf(upload),
      dimension: '2d',
      definition: 'hd',
      caption: 'false',
      licensedContent: true,
      contentRating: isRestricted ? { ytRating: 'ytAgeRestricted' } : {},
      projection: 'rectangular',
    },
    status: {
      uploadStatus: 'processed',
      privacyStatus: 'public',
      license: 'youtube',
      embeddable: !isRestricted,
      publicStatsViewable: true,
      madeForKids: false,
    },
    statistics: statisticsOf(upload),
    player: playerOf(upload, maxWidth),
    ...(tab === 'live' && { liveStreamingDetails: liveDetailsOf(upload) }),
    id,
  }
}

const GONE_TITLES = { deleted: 'Deleted video', private: 'Private video' } as const
const GONE_DESCRIPTIONS = { deleted: 'This video is unavailable.', private: 'This video is private.' } as const
const GONE_STATUS = { deleted: 'privacyStatusUnspecified', private: 'private' } as const

type EntryPlace = {
  readonly playlistId: string
  readonly position: number
  /** Whose playlist it is, if it is not of the channel of the video. */
  readonly addedBy?: SimulatedChannel | undefined
  readonly reportsGone: boolean
}

/** An entry in the form of `playlistItems.list`, each part under its name. */
export const entryParts = (
  upload: Upload,
  channel: SimulatedChannel,
  { playlistId, position, addedBy = channel, reportsGone }: EntryPlace,
): JsonObject => {
  const { id, state, publishedAt } = upload
  const place = { playlistId, position, resourceId: { kind: 'youtube#video', videoId: id } }
  if (state !== 'public') {
    return {
      snippet: {
        publishedAt,
        channelId: addedBy.id,
        title: reportsGone ? GONE_TITLES[state] : titleOf(upload),
        description: reportsGone ? GONE_DESCRIPTIONS[state] : descriptionOf(upload),
        thumbnails: {},
        channelTitle: addedBy.title,
        ...place,
      },
      contentDetails: { videoId: id },
      status: { privacyStatus: GONE_STATUS[state] },
    }
  }
  return {
    snippet: {
      publishedAt,
      channelId: addedBy.id,
      title: titleOf(upload),
      description: descriptionOf(upload),
      thumbnails: thumbnailsOf(upload),
      channelTitle: addedBy.title,
      ...place,
      videoOwnerChannelTitle: channel.title,
      videoOwnerChannelId: channel.id,
    },
    contentDetails: { videoId: id, videoPublishedAt: publishedAt },
    status: { privacyStatus: 'public' },
  }
}

/** A channel in the form of `channels.list`, each part under its name. */
export const channelParts = ({ id, name, title }: SimulatedChannel, videoCount: number): JsonObject => ({
  snippet: {
    title,
    description: 'Bread\nhttps://bread.example/ #bread',
    customUrl: name,
    publishedAt: '2014-03-01T10:00:00.123456Z',
    thumbnails: {
      default: { url: 'https://yt3.ggpht.com/a=s88', width: 88, height: 88 },
      medium: { url: 'https://yt3.ggpht.com/a=s240', width: 240, height: 240 },
      high: { url: 'https://yt3.ggpht.com/a=s800', width: 800, height: 800 },
    },
    localized: { title, description: 'Bread\nhttps://bread.example/ #bread' },
    country: 'DE',
  },
  contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${id.slice(2)}` } },
  statistics: {
    viewCount: '9876543210',
    subscriberCount: '1520000',
    hiddenSubscriberCount: false,
    videoCount: String(videoCount),
  },
  brandingSettings: {
    channel: { title, keywords: 'bread "baking day"' },
    image: { bannerExternalUrl: 'https://yt3.googleusercontent.com/b' },
  },
  status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: 'longUploadsUnspecified', madeForKids: false },
})

/** A video in the form of `search.list`, whose descriptions are cut. */
export const searchParts = (upload: Upload, { id, title }: SimulatedChannel): JsonObject => ({
  snippet: {
    publishedAt: upload.publishedAt,
    channelId: id,
    title: titleOf(upload),
    description: descriptionOf(upload).slice(0, 40),
    thumbnails: thumbnailsOf(upload),
    channelTitle: title,
    liveBroadcastContent: liveStateOf(upload),
    publishTime: upload.publishedAt,
  },
})

// Responses of YouTube's API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { authorOf, mapChannel } from '@central-api/service/platforms/youtube/map-channel.ts'
import { listedVideo, mapEntry, mapVideo } from '@central-api/service/platforms/youtube/map-video.ts'
import { mapPlaylist } from '@central-api/service/platforms/youtube/read-playlist.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, INSTEAD, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const itemsOf = (response: unknown) => jsonList(jsonObject(response).items).map(jsonObject)

export const fixtures = platformFixtures(
  import.meta.url,
  'youtube',
  [
    {
      files: ['channels.json', 'videos.json'],
      map(channels, response) {
        const profile = mapChannel(jsonObject(itemsOf(channels)[0]))
        const context = profile === null ? {} : { owner: authorOf(profile) }
        return { profile, posts: itemsOf(response).map((video) => mapVideo(video, context)) }
      },
    },
    {
      files: ['playlists.json'],
      map: (response) => ({ profile: mapPlaylist(jsonObject(itemsOf(response)[0])) }),
    },
    {
      files: ['playlist-items.json'],
      map: (response) => ({
        posts: itemsOf(response)
          .filter((entry) => listedVideo(entry) !== null)
          .map((entry) => mapEntry(entry)),
      }),
    },
  ],
  {
    [PAGING]: ['nextPageToken', 'pageInfo.*'],
    [PROGRAM]: [
      '*kind',
      '*etag',
      'playlist-items.json: items[].id',
      '*categoryId',
      '*playlistId',
      '*snippet.position',
      '*uploads',
    ],
    [COPY]: ['*thumbnails.*'],
    [INSTEAD]: [
      '*localized.*',
      '*brandingSettings.channel.title',
      '*brandingSettings.channel.description',
      '*embedHtml',
      '*resourceId.videoId',
      'items[].snippet.publishedAt',
      'items[].snippet.channelId',
      'items[].snippet.channelTitle',
      '*scheduledStartTime',
      '*liveBroadcastContent',
    ],
    [NO_PLACE]: [
      '*country',
      'channels.json: *viewCount',
      '*brandingSettings.channel.keywords',
      '*definition',
      '*dimension',
      '*projection',
      '*.caption',
      '*licensedContent',
      '*regionRestriction.*',
      '*status.license',
      '*activeLiveChatId',
    ],
    [OWNER]: [
      '*privacyStatus',
      '*isLinked',
      '*longUploadsStatus',
      '*madeForKids',
      '*uploadStatus',
      '*publicStatsViewable',
    ],
    'Always 0 since 2013.': ['*favoriteCount'],
  },
)

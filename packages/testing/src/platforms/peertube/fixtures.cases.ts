// Responses of a PeerTube server, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapProfile } from '@central-api/service/platforms/peertube/map-actor.ts'
import { mapVideo } from '@central-api/service/platforms/peertube/map-video.ts'
import { mapPlaylist, mapServer } from '@central-api/service/platforms/peertube/read-place.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { COPY, FILE, INSTEAD, NO_PLACE, OTHERS, OWNER } from '../suite/reasons-fixture.ts'

const HOST = 'tube.example'
const context = { host: HOST, kind: 'video-channels' } as const

export const fixtures = platformFixtures(
  import.meta.url,
  'peertube',
  [
    {
      files: ['channel.json', 'videos.json'],
      map: (channel, response) => {
        const { data, total } = jsonObject(response)
        return {
          profile: mapProfile(channel, `c/kiln_works@${HOST}`, HOST, total),
          posts: jsonList(data).map((video) => mapVideo(video, context)),
        }
      },
    },
    {
      files: ['playlist.json'],
      map: (response) => ({ profile: mapPlaylist(jsonObject(response), `${HOST}/p/a`, HOST) }),
    },
    {
      files: ['about.json'],
      map: (response) => ({
        profile: mapServer(response, { handle: `${HOST}/local`, id: `community ${HOST}/local`, host: HOST }),
      }),
    },
    { files: ['video.json'], map: (response) => ({ posts: [mapVideo(response, context)] }) },
    {
      files: ['described-channel.json'],
      map: (channel) => ({ profile: mapProfile(channel, `c/kiln_works@${HOST}`, HOST, 2) }),
    },
  ],
  {
    [INSTEAD]: [
      ...[
        'playlist.json: id',
        'playlist.json: uuid',
        'playlist.json: videoChannel.*',
        'about.json: instance.description',
      ],
      '*name',
      '*host',
      '*data[].id',
      'video.json: id',
      '*shortUUID',
      '*createdAt',
      '*truncatedDescription',
      '*thumbnailPath',
      '*previewPath',
    ],
    [COPY]: ['*banners[].*', '*avatars[].*', '*thumbnails[].*'],
    [OTHERS]: ['ownerAccount.*', '*account.*'],
    'Changes with views and server jobs; not the time of an edit.': ['*updatedAt'],
    [OWNER]: ['*isLive', '*isLocal', '*privacy.label', '*nsfwFlags'],
    [NO_PLACE]: [
      ...['playlist.json: privacy.id', 'playlist.json: type.*', 'about.json: instance.terms'],
      ...['about.json: instance.languages[]', 'about.json: instance.categories[]'],
      '*category.*',
      '*licence.*',
      '*language.label',
      '*dislikes',
    ],
    [FILE]: ['*aspectRatio', 'streamingPlaylists[].*'],
  },
)

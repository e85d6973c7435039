// Fixtures of Misskey's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapNote } from '@central-api/service/platforms/misskey/map-note.ts'
import { mapPlace } from '@central-api/service/platforms/misskey/map-place.ts'
import { mapProfile, pinsOf } from '@central-api/service/platforms/misskey/map-user.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { FILE, INSTEAD, LOOKS, NO_PLACE, OTHERS, OWNER, READER } from '../suite/reasons-fixture.ts'

const HOST = 'm.example'
const NOW = Date.parse('2026-05-04T00:00:00Z')

export const fixtures = platformFixtures(
  import.meta.url,
  'misskey',
  [
    {
      files: ['user.json', 'notes.json'],
      map(response, notes) {
        const user = jsonObject(response)
        const context = { host: HOST, now: NOW, pins: pinsOf(user) }
        return {
          profile: mapProfile(user, `nao@${HOST}`, HOST),
          posts: jsonList(notes).map((note) => mapNote(note, context)),
        }
      },
    },
    {
      files: ['user-with-banner.json'],
      map: (user) => ({ profile: mapProfile(jsonObject(user), `rin@${HOST}`, HOST) }),
    },
    {
      files: ['channel.json'],
      map: (channel) => ({
        profile: mapPlace(channel, { handle: `${HOST}/channels/9a`, id: `community ${HOST}/channels/9a`, host: HOST }),
      }),
    },
    {
      files: ['clip.json'],
      map: (clip) => ({
        profile: mapPlace(clip, { handle: `${HOST}/clips/9a`, id: `collection ${HOST}/clips/9a`, host: HOST }),
      }),
    },
    {
      files: ['replies.json'],
      map: (notes) => ({ posts: jsonList(notes).map((note) => mapNote(note, { host: HOST, now: NOW })) }),
    },
  ],
  {
    [OWNER]: [
      '*isBot',
      '*isCat',
      'isLocked',
      'isSilenced',
      'isSuspended',
      'isArchived',
      'isPublic',
      'isSensitive',
      'allowRenoteToExternal',
      'publicReactions',
      '*localOnly',
      '*reactionAcceptance',
    ],
    'A custom emoji becomes its short code.': ['emojis.*'],
    'Counts those who posted, not those who follow.': ['channel.json: usersCount'],
    [NO_PLACE]: [
      '*onlineStatus',
      'lastNotedAt',
      'lastClippedAt',
      'favoritedCount',
      'pinnedNoteIds[]',
      'updatedAt',
      'lang',
      'fields[].*',
      '*clippedCount',
    ],
    '0 if the account hides the count, which becomes null.': ['user.json: followersCount'],
    [LOOKS]: ['channel.json: color'],
    [INSTEAD]: [
      'channel.json: id',
      'channel.json: userId',
      'clip.json: id',
      'clip.json: userId',
      'pinnedNoteIds[]',
      'pinnedNotes[].*',
      '[].userId',
      '[].reactions.*',
      '[].fileIds[]',
      '[].hasPoll',
      '*files[].isSensitive',
    ],
    [FILE]: [
      '*files[].id',
      '*files[].createdAt',
      '*files[].name',
      '*files[].md5',
      '*files[].size',
      '*files[].blurhash',
    ],
    [READER]: ['*isVoted'],
    [OTHERS]: ['[].renote.*', '[].reply.*'],
  },
)

// Fixtures of Misskey's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapNote } from '@central-api/service/platforms/misskey/map-note.ts'
import { mapProfile, pinsOf } from '@central-api/service/platforms/misskey/map-user.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { FILE, INSTEAD, NO_PLACE, OTHERS, OWNER, READER } from '../suite/reasons-fixture.ts'

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
      files: ['replies.json'],
      map: (notes) => ({ posts: jsonList(notes).map((note) => mapNote(note, { host: HOST, now: NOW })) }),
    },
  ],
  {
    [OWNER]: [
      'isBot',
      'isCat',
      'isLocked',
      'isSilenced',
      'isSuspended',
      'publicReactions',
      '*localOnly',
      '*reactionAcceptance',
    ],
    'A custom emoji becomes its short code.': ['emojis.*'],
    [NO_PLACE]: ['*onlineStatus', 'updatedAt', 'lang', 'fields[].*', '*clippedCount'],
    '0 if the account hides the count, which becomes null.': ['user.json: followersCount'],
    [INSTEAD]: [
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

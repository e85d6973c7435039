// What Acme's API answers, and what of it is in no post.

import { jsonList, jsonObject } from '../../packages/service/src/parsing/json-value.ts'
import { platformFixtures } from '../../packages/service/src/platforms/suite/platform-fixture.ts'
import { mapNote } from './map-note.ts'
import { mapUser } from './map-user.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'acme',
  [
    { files: ['user.json'], map: (answer) => ({ profile: mapUser(jsonObject(answer), 'garden') }) },
    { files: ['notes.json'], map: (answer) => ({ posts: jsonList(jsonObject(answer).notes).map(mapNote) }) },
  ],
  { 'Of the profile, and not of the one who wrote a post.': ['notes.json: *user.followers'] },
)

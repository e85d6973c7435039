// Responses of Acme's API, and the fields that are in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { platformFixtures } from '@central-api/testing/platforms/suite/platform-fixture.ts'
import { mapNote } from '../platform/map-note.ts'
import { mapUser } from '../platform/map-user.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'acme',
  [
    { files: ['user.json'], map: (answer) => ({ profile: mapUser(jsonObject(answer), 'garden') }) },
    { files: ['notes.json'], map: (answer) => ({ posts: jsonList(jsonObject(answer).notes).map(mapNote) }) },
  ],
  { 'In the profile, not in the author of a post.': ['notes.json: *user.followers'] },
)

// Fixtures of Acme's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { platformFixtures } from '@central-api/testing/platforms/suite/platform-fixture.ts'
import { mapNote } from '../platform/map-note.ts'
import { mapUser } from '../platform/map-user.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'acme',
  [
    { files: ['user.json'], map: (response) => ({ profile: mapUser(jsonObject(response), 'garden') }) },
    { files: ['notes.json'], map: (response) => ({ posts: jsonList(jsonObject(response).notes).map(mapNote) }) },
  ],
  { 'Part of the profile, but not of a post’s author.': ['notes.json: *user.followers'] },
)

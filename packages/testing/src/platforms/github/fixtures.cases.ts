// What GitHub's API answers, and what of it is in no post.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapRepositoryProfile, mapUser } from '@central-api/service/platforms/github/map-account.ts'
import { mapEvent } from '@central-api/service/platforms/github/map-event.ts'
import { mapGist, mapIssue, mapRelease, mapRepository } from '@central-api/service/platforms/github/map-writing.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { FILE, INSTEAD, LOOKS, NO_PLACE, OWNER, PROGRAM } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'github',
  [
    { files: ['user.json'], map: (answer) => ({ profile: mapUser(jsonObject(answer)) }) },
    {
      files: ['repository.json'],
      map: (answer) => ({
        profile: mapRepositoryProfile(jsonObject(answer)),
        posts: [mapRepository(jsonObject(answer))],
      }),
    },
    {
      files: ['releases.json'],
      map: (answer) => ({ posts: jsonList(answer).map((each) => mapRelease(jsonObject(each))) }),
    },
    {
      files: ['repositories.json'],
      map: (answer) => ({
        profile: mapRepositoryProfile(jsonObject(jsonList(answer)[0])),
        posts: jsonList(answer).map((each) => mapRepository(jsonObject(each))),
      }),
    },
    { files: ['issue.json'], map: (answer) => ({ posts: [mapIssue(jsonObject(answer))] }) },
    { files: ['gist.json'], map: (answer) => ({ posts: [mapGist(jsonObject(answer))] }) },
    { files: ['event.json'], map: (answer) => ({ posts: [mapEvent(jsonObject(answer))] }) },
  ],
  {
    [PROGRAM]: [
      '*node_id',
      '*.json: url',
      '*.url',
      '*type',
      '*user_view_type',
      '*site_admin',
      '*target_commitish',
      '*labels[].id',
      '*labels[].default',
      'repo.id',
      'payload.action',
    ],
    [INSTEAD]: ['*body', '*body_text', '*updated_at', '*created_at', '*pushed_at', 'number', 'actor.display_login'],
    [NO_PLACE]: [
      'public_gists',
      '*open_issues_count',
      '*fork',
      '*archived',
      '[].language',
      'state',
      '*prerelease',
      '*immutable',
      '*mentions_count',
      '*assets[].*',
      '*tarball_url',
      '*zipball_url',
    ],
    'Reactions that are no liking: `likes` are the thumbs up.': ['*reactions.*'],
    [LOOKS]: ['*labels[].color'],
    [FILE]: ['files.*', 'truncated'],
    [OWNER]: ['*visibility', '*public', 'comments_enabled'],
  },
)

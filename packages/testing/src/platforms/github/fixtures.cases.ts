// Fixtures of GitHub's API, and reasons for fields that no post uses.

import { jsonList, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { mapRepositoryProfile, mapUser } from '@central-api/service/platforms/github/map-account.ts'
import { mapCommit } from '@central-api/service/platforms/github/map-commit.ts'
import { mapDiscussion, mapForum } from '@central-api/service/platforms/github/map-discussion.ts'
import { mapEvent } from '@central-api/service/platforms/github/map-event.ts'
import { mapGist, mapIssue, mapRelease, mapRepository } from '@central-api/service/platforms/github/map-writing.ts'
import { mapPart } from '@central-api/service/platforms/github/read-place.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { FILE, INSTEAD, LOOKS, NO_PLACE, OWNER, PAGING, PROGRAM } from '../suite/reasons-fixture.ts'

const BUGS = { is: 'issues', repository: 'hollow-oak/acorn', labels: ['bug'] } as const

const forumIn = (response: unknown) => jsonObject(jsonObject(jsonObject(response).data).repository)

export const fixtures = platformFixtures(
  import.meta.url,
  'github',
  [
    { files: ['user.json'], map: (response) => ({ profile: mapUser(jsonObject(response)) }) },
    {
      files: ['repository.json'],
      map: (response) => ({
        profile: mapRepositoryProfile(jsonObject(response)),
        posts: [mapRepository(jsonObject(response))],
      }),
    },
    {
      files: ['releases.json'],
      map: (response) => ({ posts: jsonList(response).map((each) => mapRelease(jsonObject(each))) }),
    },
    {
      files: ['repositories.json'],
      map: (response) => ({
        profile: mapRepositoryProfile(jsonObject(jsonList(response)[0])),
        posts: jsonList(response).map((each) => mapRepository(jsonObject(each))),
      }),
    },
    {
      files: ['discussions.json'],
      map: (response) => ({
        profile: mapForum(forumIn(response)),
        posts: jsonList(jsonObject(forumIn(response).discussions).nodes).map((each) => mapDiscussion(jsonObject(each))),
      }),
    },
    {
      files: ['repository.json', 'issues.json'],
      map: (repository, issues) => ({
        profile: mapPart(jsonObject(repository), BUGS),
        posts: jsonList(issues).map((each) => mapIssue(jsonObject(each))),
      }),
    },
    { files: ['issue.json'], map: (response) => ({ posts: [mapIssue(jsonObject(response))] }) },
    {
      files: ['commits.json'],
      map: (response) => ({ posts: jsonList(response).map((each) => mapCommit(jsonObject(each))) }),
    },
    { files: ['gist.json'], map: (response) => ({ posts: [mapGist(jsonObject(response))] }) },
    { files: ['event.json'], map: (response) => ({ posts: [mapEvent(jsonObject(response))] }) },
  ],
  {
    [PAGING]: ['*.pageInfo.*'],
    'Private repositories are not public, so they are refused.': ['data.repository.isPrivate'],
    [PROGRAM]: [
      '[].comments_url',
      '[].commit.tree.sha',
      '[].parents[].sha',
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
    'The email addresses of people are never read.': ['[].commit.*.email'],
    [INSTEAD]: [
      '[].commit.author.date',
      '[].commit.committer.name',
      '[].committer.login',
      '[].committer.id',
      '*body',
      '*body_text',
      '*updated_at',
      '*created_at',
      '*pushed_at',
      '[].number',
      '[].pull_request.html_url',
      'number',
      'actor.display_login',
    ],
    [NO_PLACE]: [
      '[].commit.verification.*',
      'public_gists',
      '*open_issues_count',
      '*fork',
      '*archived',
      '[].language',
      '[].state',
      '[].state_reason',
      '[].closed_at',
      '[].draft',
      'state',
      '*prerelease',
      '*immutable',
      '*mentions_count',
      '*assets[].*',
      '*tarball_url',
      '*zipball_url',
    ],
    '`likes` counts only the thumbs up.': ['*reactions.*'],
    [LOOKS]: ['*labels[].color'],
    [FILE]: ['files.*', 'truncated'],
    [OWNER]: ['*visibility', '*public', 'comments_enabled'],
  },
)

// Repositories, releases, events and gists as GitHub returns them. For tests and benchmarks only.

export const LOGIN = 'hollow-oak'
export const ID = 99_000_001

const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')

/** GitHub's times have no fraction of a second. */
export const timeOf = (index: number): string =>
  new Date(FIRST_MS + index * 3_600_000).toISOString().replace('.000Z', 'Z')

const PERSON = {
  login: 'nia',
  id: 5,
  avatar_url: 'https://avatars.githubusercontent.com/u/5?v=4',
  html_url: 'https://github.com/nia',
  type: 'User',
  site_admin: false,
}

export const ORGANIZATION = {
  ...{ login: LOGIN, id: ID, node_id: 'U_kgDO1', avatar_url: `https://avatars.githubusercontent.com/u/${ID}?v=4` },
  ...{ gravatar_id: '', url: `https://api.github.com/users/${LOGIN}`, html_url: `https://github.com/${LOGIN}` },
  ...{ type: 'Organization', user_view_type: 'public', site_admin: false, name: null, company: null, blog: '' },
  ...{ location: null, email: null, hireable: null, bio: null, twitter_username: null, public_gists: 2, followers: 3 },
  ...{ following: 0, created_at: '2024-01-02T03:04:05Z', updated_at: '2026-04-01T00:00:00Z' },
}

export const repositoryOf = (index: number) => ({
  ...{ id: 1_000 + index, node_id: `R_${index}`, name: `acorn-${index}`, full_name: `${LOGIN}/acorn-${index}` },
  private: false,
  owner: { ...PERSON, login: LOGIN, id: ID, type: 'Organization', html_url: `https://github.com/${LOGIN}` },
  html_url: `https://github.com/${LOGIN}/acorn-${index}`,
  description: index % 3 === 0 ? null : `The ${index}. acorn & its <tree>`,
  fork: index % 5 === 0,
  homepage: ['', null, `https://acorn-${index}.example/`][index % 3],
  language: 'Rust',
  ...{ stargazers_count: index, watchers_count: index, forks_count: 1, open_issues_count: 0, topics: ['trees'] },
  ...{ license: null, archived: index % 7 === 0, visibility: 'public', created_at: timeOf(index) },
  ...{ updated_at: timeOf(index + 5), pushed_at: timeOf(index + 4) },
})

export const releaseOf = (index: number) => ({
  ...{
    id: 200_000 + index,
    node_id: `RE_${index}`,
    url: `https://api.github.com/repos/${LOGIN}/acorn-0/releases/${index}`,
  },
  html_url: `https://github.com/${LOGIN}/acorn-0/releases/tag/v1.${index}.0`,
  ...{ tag_name: `v1.${index}.0`, target_commitish: 'main', name: index % 2 === 0 ? '' : `Release ${index}` },
  ...{ draft: false, prerelease: index % 4 === 0, created_at: timeOf(index), published_at: timeOf(index) },
  ...{ updated_at: timeOf(index), author: PERSON, assets: [], tarball_url: null, zipball_url: null },
  body: `* faster, part ${index}`,
  body_html: `<ul>\n<li>faster, part ${index}</li>\n</ul>`,
  ...(index % 2 === 0 && { reactions: { total_count: 4, '+1': 3, hooray: 1 } }),
})

/** A hash of 40 digits. */
export const shaOf = (index: number): string => index.toString(16).padStart(40, '0')

export const commitOf = (index: number) => ({
  ...{ sha: shaOf(index), node_id: `C_${index}`, url: `https://api.github.com/repos/x/commits/${index}` },
  html_url: `https://github.com/${LOGIN}/acorn-0/commit/${shaOf(index)}`,
  commit: {
    author: { name: 'Nia', email: 'n@nia.example', date: timeOf(index) },
    // The order is that of the history, not that of time.
    committer: { name: 'GitHub', email: 'noreply@github.com', date: timeOf(index % 5 === 0 ? 0 : index) },
    message: `Water it <${index}>\n\nA little & often.`,
    comment_count: index % 3,
    verification: { verified: false, reason: 'unsigned' },
  },
  author: index % 4 === 0 ? null : PERSON,
  committer: PERSON,
  parents: [{ sha: shaOf(index - 1) }],
})

export const isPull = (index: number): boolean => index % 3 === 1

export const issueOf = (index: number) => ({
  ...{ id: 900_000_000 + index, number: index, title: `Too slow ${index}`, body: 'It *takes* long', comments: index },
  ...{
    body_html: '<p>It <em>takes</em> long</p>',
    created_at: timeOf(index),
    updated_at: timeOf(index + 9),
    user: PERSON,
  },
  html_url: `https://github.com/${LOGIN}/acorn-0/${isPull(index) ? 'pull' : 'issues'}/${index}`,
  labels: [{ name: 'bug' }, { name: 'good first issue' }],
  ...{ state: index % 2 === 0 ? 'open' : 'closed', reactions: { '+1': 2 } },
  ...(isPull(index) && { pull_request: { merged_at: null } }),
})

/** A discussion in the GraphQL API. The author of some has deleted the account. */
export const discussionOf = (index: number) => ({
  ...{ id: `D_kwDO${index}`, title: `Which acorn ${index}?`, body: 'The *round* one', createdAt: timeOf(index) },
  ...{ bodyHTML: '<p dir="auto">The <em>round</em> one</p>', lastEditedAt: index % 3 === 0 ? timeOf(index + 1) : null },
  url: `https://github.com/${LOGIN}/acorn-0/discussions/${index}`,
  author:
    index % 4 === 0
      ? null
      : { login: PERSON.login, url: PERSON.html_url, avatarUrl: PERSON.avatar_url, databaseId: PERSON.id },
  ...{ upvoteCount: 3, labels: { nodes: [{ name: 'question' }] }, comments: { totalCount: index } },
})

/** A repository in the GraphQL API. */
export const forumOf = (index: number) => ({
  ...{ databaseId: 1_000 + index, name: `acorn-${index}`, nameWithOwner: `Hollow-Oak/acorn-${index}` },
  ...{ url: `https://github.com/${LOGIN}/acorn-${index}`, description: 'The tree', createdAt: timeOf(0) },
  ...{ isPrivate: false, owner: { avatarUrl: ORGANIZATION.avatar_url } },
})

/** Additional fields of push events until 2025. */
export const COMMITS = {
  ...{ size: 1, distinct_size: 1 },
  commits: [
    { sha: 'b'.repeat(40), message: 'Water it', distinct: true, author: { name: 'Nia', email: 'n@nia.example' } },
  ],
}

const PAYLOADS = [
  ['WatchEvent', () => ({ action: 'started' })],
  ['PushEvent', () => ({ ref: 'refs/heads/main', before: 'a'.repeat(40), head: 'b'.repeat(40), push_id: 1 })],
  ['ReleaseEvent', (index: number) => ({ action: 'published', release: releaseOf(index) })],
  [
    'IssuesEvent',
    (index: number) => ({
      action: 'opened',
      issue: { number: index, title: 'Too slow', html_url: `https://github.com/${LOGIN}/acorn-0/issues/${index}` },
    }),
  ],
  ['CreateEvent', () => ({ ref: 'v2', ref_type: 'tag', master_branch: 'main' })],
  ['SponsorshipEvent', () => ({ action: 'created' })],
] as const

export const eventOf = (index: number) => {
  const [type, payload] = PAYLOADS[index % PAYLOADS.length] ?? PAYLOADS[0]
  return {
    ...{ id: String(50_000_000_000 + index), type, payload: payload(index), public: true, created_at: timeOf(index) },
    actor: { ...PERSON, display_login: 'nia', url: 'https://api.github.com/users/nia', html_url: undefined },
    repo: { id: 1_000, name: `${LOGIN}/acorn-0`, url: `https://api.github.com/repos/${LOGIN}/acorn-0` },
  }
}

export const gistOf = (index: number) => ({
  ...{ id: `aa5a315d61ae9438b18${index}`, html_url: `https://gist.github.com/nia/aa5a315d61ae9438b18${index}` },
  files: { 'notes.md': { filename: 'notes.md', type: 'text/markdown', language: 'Markdown', size: 167 } },
  ...{
    public: true,
    created_at: timeOf(index),
    updated_at: timeOf(index),
    description: '',
    comments: 0,
    owner: PERSON,
  },
})

// URLs of LinkedIn that the service cannot scan.

import type { Unsupported } from '../../upstream/contract/unsupported.ts'

export const UNSUPPORTED: Unsupported = {
  instead: 'The service scans LinkedIn pages of organizations only.',
  home: 'linkedin.com',
  parts: {
    of: 'company|school|showcase',
    way: 'mwlite|comm',
    sales: 'lead|people',
    part: 'people|videos|insights|products',
    view: '(?!all$).+',
  },
  urls: {
    person: [
      'linkedin.com/in/{name}/**',
      'linkedin.com/pub/{name}/**',
      'linkedin.com/{way}/in/{name}/**',
      'linkedin.com/profile/view?id={name}',
      'linkedin.com/sales/{sales}/{name}',
      'linkedin.com/talent/profile/{name}',
    ],
    group: ['linkedin.com/groups/{group}/**', 'linkedin.com/{way}/groups/{group}/**'],
    hashtag: ['linkedin.com/feed/hashtag/{word}', 'linkedin.com/feed/hashtag?keywords={word}'],
    search: ['linkedin.com/search/results/{kind}/**'],
    newsletter: ['linkedin.com/newsletters/{title}/**', 'linkedin.com/newsletters?newsletter={title}'],
    event: ['linkedin.com/events/{event}/**'],
    job: ['linkedin.com/jobs/view/{job}/**', 'linkedin.com/jobs/{kind}/**'],
    course: ['linkedin.com/learning/{course}/**'],
    product: ['linkedin.com/products/{product}/**'],
    section: ['linkedin.com/{of}/{name}/{part}/**'],
    view: ['linkedin.com/{of}/{name}/posts?feedView={view}'],
    jobs: ['linkedin.com/{of}/{name}/jobs'],
    events: ['linkedin.com/{of}/{name}/events'],
  },
}

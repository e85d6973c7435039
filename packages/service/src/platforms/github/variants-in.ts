// The tab of a page → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'

const repositoryTab = variantsOfTabs(/^(?:www\.)?github\.com$/, [
  [/^\/[^/]+\/[^/]+\/releases(?:\.atom)?$/, 'releases'],
  [/^\/[^/]+\/[^/]+\/activity$/, 'events'],
])
const gistTab = variantsOfTabs(/^gist\.github\.com$/, [[/^\/[^/]+$/, 'gists']])

export const variantsIn = (input: string): readonly string[] | undefined => repositoryTab(input) ?? gistTab(input)

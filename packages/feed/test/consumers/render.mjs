// Prints the HTML of a page.

import { readFileSync, writeFileSync } from 'node:fs'
import { renderFeed } from '@central-api/feed'

writeFileSync(
  'rendered.html',
  renderFeed(JSON.parse(readFileSync('page.json', 'utf8')), { locale: 'de', layout: 'single' }),
)

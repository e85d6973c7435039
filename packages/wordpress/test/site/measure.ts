// Measures boxes in a visitor's browser: what overlaps, what leaves its card, what stays empty.

import type { Page } from 'playwright-core'

/** Runs in the page. Returns a sentence for each fault. */
const MEASURE = `(() => {
  const faults = []
  const name = (element) => (element.className?.baseVal ?? element.className ?? '').toString().split(' ')[0] || element.tagName.toLowerCase()
  const box = (element) => element.getBoundingClientRect()
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box(element).width > 1 && box(element).height > 1
  const overlap = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
  const page = document.documentElement
  if (page.scrollWidth > innerWidth) faults.push('the page is ' + (page.scrollWidth - innerWidth) + ' px too wide')
  for (const stream of document.querySelectorAll('.central-posts-stream')) {
    for (const control of stream.querySelectorAll('a, button, summary')) {
      if (!isShown(control) || control.closest('.central-posts-text')) continue
      const { width, height } = box(control)
      if (Math.min(width, height) < 24) faults.push(name(control.parentElement) + ' > ' + name(control) + ': ' + Math.round(width) + ' × ' + height.toFixed(1) + ' px are too few for a finger')
    }
    const items = [...stream.querySelectorAll('.central-posts-item')]
    for (const [at, item] of items.entries()) {
      for (const other of items.slice(at + 1)) {
        if (overlap(box(item), box(other)) > 1) faults.push('cards ' + at + ' and ' + items.indexOf(other) + ' overlap')
      }
      const card = item.querySelector('article')
      const id = card.id.slice(-8) + ' ' + card.className.split(' ')[1]
      const inner = box(card)
      if (inner.width > box(item).width + 1 || inner.height > box(item).height + 1) faults.push(id + ': the card leaves its place')
      const media = card.querySelector(':scope > .central-posts-media')
      const rows = [...new Set(items.filter((other) => Math.abs(box(other).top - box(item).top) < 2))].map((other) => other.querySelector('article > .central-posts-media')).filter(Boolean)
      if (media && stream.matches('.is-grid, .is-carousel') && !stream.closest('.is-style-overlay') && rows.some((other) => Math.abs(box(other).height - box(media).height) > 1)) faults.push(id + ': its image is not as high as those beside it')
      const notice = card.querySelector('.central-posts-loads'), mark = card.querySelector('.central-posts-load .central-posts-badge')
      const isReadable = notice !== null && isShown(notice) && getComputedStyle(notice).clipPath === 'none'
      const over = [...card.querySelectorAll(':scope > .central-posts-body > *'), ...(isReadable ? [notice] : [])]
      if (mark && isShown(mark) && over.some((each) => isShown(each) && overlap(box(each), box(mark)) > 1)) faults.push(id + ': the play mark is covered')
      for (const arrow of stream.querySelectorAll('.central-posts-rail > .central-posts-arrow')) {
        if (isShown(arrow) && isReadable && overlap(box(arrow), box(notice)) > 1) faults.push(id + ': an arrow covers the notice')
      }
      const counts = card.querySelector('.central-posts-end > .central-posts-counts')
      const hasRow = (each) => counts === null || !counts.contains(each) || box(each).bottom <= box(counts).bottom + 2
      for (const each of card.querySelectorAll('*')) {
        if (!hasRow(each) || !isShown(each) || each.closest('.central-posts-slides, .central-posts-spoken, svg, .central-posts-arrow, .central-posts-verb, .central-posts-author > a')) continue
        if (each.closest('.central-posts-text') && !each.matches('.central-posts-text')) continue
        if (each.closest('.central-posts-card.is-inside :is(.central-posts-title, .central-posts-card-about)')) continue
        const out = box(each)
        const by = Math.max(inner.left - out.left, out.right - inner.right, inner.top - out.top, out.bottom - inner.bottom)
        if (by > 1) faults.push(id + ': ' + name(each) + ' ends ' + Math.round(by) + ' px outside its card')
        if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'visible' && each.clientWidth > 0 && getComputedStyle(each).display !== 'inline')
          faults.push(id + ': ' + name(each) + ' is wider than its box')
      }
      for (const text of card.querySelectorAll('.central-posts-text')) if (text.scrollWidth > text.clientWidth + 1) faults.push(id + ': a word is cut off')
      for (const more of card.querySelectorAll('.central-posts-unfold')) {
        const text = more.previousElementSibling
        const side = getComputedStyle(text).direction === 'rtl' ? 'left' : 'right'
        if (isShown(more) && Math.abs(box(more)[side] - box(text)[side]) > 4) faults.push(id + ': “more” covers the beginning of a line')
      }
      const body = card.querySelector(':scope > .central-posts-body')
      const isOver = body && getComputedStyle(body).position === 'absolute'
      if (media && body && !isOver) {
        if (overlap(box(media), box(body)) > 1) faults.push(id + ': media and text overlap')
        const isBeside = box(body).left > box(media).left + 10 || box(body).right < box(media).right - 10
        const empty = inner.height - box(media).height - (isBeside ? 0 : box(body).height) - parseFloat(getComputedStyle(card).paddingTop) - 4
        if (empty > 0) faults.push(id + ': ' + Math.round(empty) + ' px of the card are empty')
      }
      const parts = body ? [...body.children].filter((each) => isShown(each) && !each.matches('.central-posts-unfold')) : []
      for (const [index, part] of parts.entries()) {
        if (parts[index + 1] && overlap(box(part), box(parts[index + 1])) > 1) faults.push(id + ': ' + name(part) + ' and ' + name(parts[index + 1]) + ' overlap')
      }
      const hasText = card.querySelector('.central-posts-text, .central-posts-title') !== null
      if (stream.matches('.is-grid, .is-carousel, .is-highlight') && parts.length > 0 && hasText) {
        const ends = [...parts.map(box), { top: box(body).bottom - parseFloat(getComputedStyle(body).paddingBottom) }].sort((one, other) => one.top - other.top)
        const gap = Math.max(...ends.slice(1).map(({ top }, index) => top - ends[index].bottom))
        if (!isOver && gap > 0.4 * inner.height) faults.push(id + ': ' + Math.round(gap) + ' of ' + Math.round(inner.height) + ' px are empty in one place')
        if (isOver && stream.closest('.is-style-overlay') && box(body).height > 0.85 * box(media).height) faults.push(id + ': the text covers its image')
        if (isOver && box(media).height > 2.5 * box(media).width) faults.push(id + ': the image is cut to a strip')
      }
      const percents = [...card.querySelectorAll('.central-posts-percent, .central-posts-option')]
      const total = card.querySelector('.central-posts-poll-total')
      if (total && isShown(total) && percents.some((each) => isShown(each) && overlap(box(each), box(total)) > 1)) faults.push(id + ': the votes cover an option')
      for (const each of card.querySelectorAll('.central-posts-byline time, .central-posts-author')) {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(each)
        const lines = (each.clientHeight - parseFloat(paddingTop)) / parseFloat(lineHeight)
        if (isShown(each) && each.matches('time') && lines > 1.5) faults.push(id + ': the date breaks')
        if (isShown(each) && each.scrollHeight > each.clientHeight + 1 && parseFloat(paddingBottom) > 1) faults.push(id + ': a hidden line of the name shows')
      }
      const avatar = card.querySelector('.central-posts-byline > .central-posts-avatar')
      const who = card.querySelector('.central-posts-who')
      const author = card.querySelector('.central-posts-author')
      const line = who && getComputedStyle(who).display === 'contents' ? author : who
      if (avatar && isShown(avatar) && Math.abs(box(avatar).top + box(avatar).height / 2 - box(line).top - box(line).height / 2) > 8) faults.push(id + ': the avatar breaks the line')
      const links = [...card.querySelectorAll('a')].map((link) => link.href)
      for (const link of new Set(links)) if (links.filter((each) => each === link).length > 1) faults.push(id + ': ' + link + ' is linked twice')
      for (const text of card.querySelectorAll('.central-posts-about, .central-posts-quote, .central-posts-origin'))
        if (/https?:/.test(text.textContent)) faults.push(id + ': a URL is shown as it is')
    }
  }
  return faults
})()`

/** Shifts of the layout since the page began to load, without those that follow input. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0
  const observer = new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value })
  observer.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 400)
})`

const STEP_PX = 500

/** Scrolls through the page, so that lazy pictures load. Also where the page runs no script. */
const scrollThrough = async (page: Page) => {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  for (let top = 0; top < height; top += STEP_PX) {
    await page.evaluate(`scrollTo(0, ${top})`)
    await page.waitForTimeout(20)
  }
  await page.evaluate('scrollTo(0, 0)')
}

/** Faults of the boxes of all posts in the page. */
export const measure = async (page: Page): Promise<readonly string[]> => {
  await scrollThrough(page)
  return (await page.evaluate(MEASURE)) as readonly string[]
}

/** The cumulative layout shift so far. */
export const layoutShift = async (page: Page): Promise<number> => (await page.evaluate(SHIFTS)) as number

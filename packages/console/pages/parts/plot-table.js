import { fill, h } from './element.js'

/**
 * The numbers of a plot as a table, newest first. It is built when it is opened: a page with several plots has thousands of numbers.
 * @param {{
 *   times: readonly string[],
 *   series: readonly import('./time-plot.js').PlotSeries[],
 *   timeText: (time: string) => string,
 *   valueText: (value: number | null | undefined) => string,
 * }} options
 */
export const plotTable = ({ times, series, timeText, valueText }) => {
  const table = h('table', { class: 'plain' })
  const details = h(
    'details',
    { class: 'plot-table' },
    h('summary', {}, 'Show as table'),
    h('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': 'Numbers of the plot' }, table),
  )
  const build = () => {
    const head = h(
      'tr',
      {},
      h('th', { scope: 'col' }, 'Time'),
      ...series.map(({ name }) => h('th', { scope: 'col', class: 'number' }, name)),
    )
    const rows = times.map((time, at) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, timeText(time)),
        ...series.map(({ values }) => h('td', { class: 'number' }, valueText(values[at]))),
      ),
    )
    fill(table, h('thead', {}, head), h('tbody', {}, ...rows.toReversed()))
  }
  details.addEventListener('toggle', build, { once: true })
  return details
}

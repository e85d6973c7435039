// A day of traffic as the admin API reports it, with a rush at noon, failing platforms and hours without cold scans.

const STEPS = { '1h': [60, 60], '24h': [96, 900], '7d': [168, 3_600] } as const

export type Range = keyof typeof STEPS

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

export const sampleTraffic = (range: Range, now: number) => {
  const [count, stepSeconds] = STEPS[range]
  const series = (value: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => Math.max(0, Math.round(value(at))))
  const wave = (at: number) => 1 + Math.sin((at / count) * 2 * Math.PI - 1) + ((at * 7) % 5) / 9
  const requests = series((at) => 900 * wave(at))
  const errorsOf = (size: number, from: number) =>
    series((at) => (at > from && at < from + count / 6 ? size * wave(at) : 0))
  const platforms = (
    [
      ['mastodon', 0.4, 0],
      ['youtube', 0.3, 40],
      ['bluesky', 0.1, 12],
      ['reddit', 0.1, 30],
      ['flickr', 0.05, 9],
    ] as const
  ).map(([platform, share, size], at) => {
    const [all, errors] = [requests.map((each) => Math.round(each * share)), errorsOf(size, (at * count) / 6)]
    return { platform, requests: all, errors, totalRequests: sum(all), totalErrors: sum(errors) }
  })
  const others = series((at) => (at % 9 === 0 ? 4 : 0))
  const errors = requests.map((_, at) => (others[at] ?? 0) + sum(platforms.map((each) => each.errors[at] ?? 0)))
  const cache = {
    hit: requests.map((each) => Math.round(each * 0.8)),
    stale: requests.map((each) => Math.round(each * 0.05)),
    miss: requests.map((each) => Math.round(each * 0.12)),
  }
  const isCold = (at: number) => at % 17 !== 3
  const coldScans = {
    counts: cache.miss,
    p50Ms: cache.miss.map((_, at) => (isCold(at) ? Math.round(320 + 90 * wave(at)) : null)),
    p99Ms: cache.miss.map((_, at) => (isCold(at) ? Math.round(1_100 + 420 * wave(at)) : null)),
  }
  const quota = { scans: requests.map((each) => Math.round(each * 0.9)), validations: series((at) => 60 * wave(at)) }
  return {
    range,
    stepSeconds,
    times: Array.from({ length: count }, (_, at) =>
      new Date(now - (count - 1 - at) * stepSeconds * 1_000).toISOString(),
    ),
    requests,
    errors,
    aborted: series(() => 0),
    errorClasses: [{ class: 'platform', counts: errors, total: sum(errors) }],
    errorCodes: [
      { code: 'platform_timeout', class: 'platform', total: 812 },
      { code: 'platform_rate_limited', class: 'platform', total: 390 },
      { code: 'quota_exceeded', class: 'limits', total: 44 },
      { code: 'token_expired', class: 'token', total: 12 },
    ],
    platforms,
    cache,
    coldScans,
    quota,
    totals: {
      requests: sum(requests),
      errors: sum(errors),
      aborted: 0,
      cache: { hit: sum(cache.hit), stale: sum(cache.stale), miss: sum(cache.miss) },
      coldScans: { count: sum(cache.miss), p50Ms: 412, p99Ms: 1_310 },
      quota: { scans: sum(quota.scans), validations: sum(quota.validations) },
    },
  }
}

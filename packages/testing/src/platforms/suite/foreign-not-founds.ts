// “Not found” of proxies, gateways and frameworks in front of a platform. Such an error reports a missing profile but
// keeps its cached pages.

const BODIES: readonly unknown[] = [
  { error: 'Not Found' },
  { error: 'Not found' },
  { error: 'route not found' },
  { error: 'not_found_handler' },
  { message: 'no Route matched with those values' },
  { error: { code: 404, message: 'Not Found', status: 'NOT_FOUND' } },
  { error: { type: 'index_not_found_exception', reason: 'no such index' }, status: 404 },
  { timestamp: '2026-10-02T08:15:00.000+00:00', status: 404, error: 'Not Found', path: '/' },
  { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No static resource.' },
  '<!doctype html><title>Not Found</title>',
]

export const FOREIGN_NOT_FOUNDS = BODIES.map((body) => ({
  answer: { status: 404, body },
  code: 'profile_not_found' as const,
  isSure: false,
}))

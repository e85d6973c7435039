// Pages of Facebook as people paste them, and what only looks like one.

export const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'acme.bakery': [
    'Acme.Bakery',
    '@acme.bakery',
    'https://www.facebook.com/Acme.Bakery',
    'https://www.facebook.com/acme.bakery/?ref=page_internal#x',
    'https://m.facebook.com/acme.bakery/posts/',
    'https://mbasic.facebook.com/acme.bakery',
    'business.facebook.com/acme.bakery',
    'https://de-de.facebook.com/acme.bakery/about',
    'https://fb.com/acme.bakery',
    'https://www.facebook.com/pg/acme.bakery/photos/',
  ],
  '100064000000001': [
    'https://www.facebook.com/profile.php?id=100064000000001',
    'https://www.facebook.com/profile.php?sk=about&id=100064000000001',
    'https://www.facebook.com/pages/Acme-Bakery/100064000000001',
    'https://www.facebook.com/pages/category/Acme-Bakery/100064000000001/',
    'https://www.facebook.com/people/Acme-Bakery/100064000000001/',
    'https://www.facebook.com/p/Acme-Bakery-100064000000001/',
    'https://www.facebook.com/100064000000001',
  ],
}

export const NOT_HANDLES: readonly string[] = [
  '@',
  '@@acme',
  'a b',
  'a-b',
  '.acme',
  '123',
  'acme/x',
  'https://www.facebook.com/',
  'https://www.facebook.com/groups/breadlovers',
  'https://www.facebook.com/watch/?v=123456',
  'https://www.facebook.com/events/123456/',
  'https://www.facebook.com/acme/posts/123456',
  'https://www.facebook.com/photo.php?fbid=123456',
  'https://www.facebook.com/profile.php?id=abc',
  'https://www.facebook.com/login/?next=x',
  'https://facebook.com.evil.example/acme',
  'https://evilfacebook.com/acme',
  'https://evil.example/facebook.com/acme',
  'https://a:b@www.facebook.com/acme',
  'https://www.facebook.com:8443/acme',
  'ftp://www.facebook.com/acme',
]

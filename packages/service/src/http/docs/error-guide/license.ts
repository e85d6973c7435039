import type { Advice } from './advice.ts'

/** What the license does not allow. */
export const LICENSE_ADVICE = {
  license_malformed: {
    happened:
      'The text is not a license key: it is too short or too long for one; or it begins like one that this service made (`ck_live_`, `ck_test_`), and its length or its check digits do not fit. White space, line breaks, quotes and marks that nobody sees are taken out first. Most often a character was mistyped or left out in copying. Whether such a license exists was not looked up.',
    todo: 'Do not ask again with it. Ask for the key to be pasted anew, whole. Do not check its form yourself: keys that customers had in another shop are keys here, too. Wrong keys are limited by address, so a client that repeats them gets `rate_limited`.',
  },
  license_unknown: {
    happened:
      'The key is well-formed, but belongs to no license here: it is one of another installation, it was rotated and its overlap is over, or it is one from another shop, which has no check digits, with a typo in it. A wrong key and an unknown one get this same answer.',
    todo: 'Do not ask again with it. Ask for the current key and check that the base address is the right one. Wrong keys are limited by address, so a client that repeats them gets `rate_limited`.',
  },
  license_suspended: {
    happened:
      'The operator has suspended the license for now. It takes effect on tokens already given out within a second.',
    todo: 'Stop calling and show the operator’s contact. Nothing is lost: when the license is resumed the same key, and a token that is still alive, work again. Try at most once an hour.',
  },
  license_expired: {
    happened: 'The day up to which the license is good has passed. Tokens already given out stopped working with it.',
    todo: 'Stop calling and say that the license must be renewed. Keep showing the posts that are held. After the renewal the same key works again; try at most once an hour.',
  },
  license_revoked: {
    happened: 'The license was ended for good. No state follows this one, and the key never works again.',
    todo: 'Stop calling, forget the key and the token, and ask for another license.',
  },
  site_limit_reached: {
    happened:
      'The plan allows a number of sites, and that many others have used this license already. Spellings of one site count once; `localhost`, `*.test`, `*.local`, copies such as `staging.*`, `staging2.*`, `dev.*` and `test.*`, and what hosters name copies (`*.wpengine.com`, `*.kinsta.cloud`, `*.pantheonsite.io`, `*.ddev.site` and others: the API’s guide lists them) never count; at most 1,000 of those use a license in an hour. Where a plan has no limit of sites, 10,000 is the most.',
    todo: 'Do not ask again for this site. Have a site that is no longer used released (by its own uninstalling, by account with `release`, or by the operator), or move to a plan with more sites; the next call then works. The license’s other sites are not affected.',
  },
  platform_not_in_plan: {
    happened:
      'The platform exists, but the license may not scan it: its plan leaves the platform out, or it is a test license, which may scan the `sandbox` alone.',
    todo: 'Do not ask again with this license. Offer the platforms that are included, or a plan that has this one. To build and test, use `"platform": "sandbox"`.',
  },
} as const satisfies Record<string, Advice>

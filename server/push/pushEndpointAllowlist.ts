/** Hosts of the browsers' push services, exact. */
const HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]
/** Domains whose hosts are all push services of one operator. */
const DOMAINS: readonly string[] = ['.push.apple.com', '.notify.windows.com']

/**
 * Whether an address that a browser gave is that of a listed push service: the server sends requests to
 * it. Only https without a port and without credentials; an address whose spelling a URL parser changes
 * is refused.
 * @param origins of further services, from the settings
 */
export function isPushEndpoint(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '')
    return false
  if (origins.includes(url.origin)) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return HOSTS.includes(url.hostname) || DOMAINS.some((domain) => isHostOf(url.hostname, domain))
}

const isHostOf = (host: string, domain: string) =>
  host.endsWith(domain) && /^[a-z\d-]+(\.[a-z\d-]+)*$/.test(host.slice(0, -domain.length))

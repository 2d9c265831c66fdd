import type { FastifyInstance } from 'fastify'
import { APP_ID } from '#contract/phoneApp.ts'
import type { Config } from '#server/config.ts'

/** The rights of the installed app at the site: open its links, and use its passwords and passkeys. */
const ANDROID_RELATIONS = [
  'delegate_permission/common.handle_all_urls',
  'delegate_permission/common.get_login_creds',
]

/**
 * Serves the files by which Android and iOS recognise the installed app as the site's own: at their
 * fixed addresses, as JSON and without a redirection. Without the setting of a platform its file is a
 * 404.
 * @see https://developers.google.com/digital-asset-links/v1/getting-started
 * @see https://developer.apple.com/documentation/xcode/supporting-associated-domains
 */
export function registerWellKnownFiles(http: FastifyInstance, { phone }: Config): void {
  const { androidCertificates, appleTeam } = phone
  const serve = (name: string, content: object) =>
    http.get(`/.well-known/${name}`, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('application/json').send(content),
    )
  if (androidCertificates.length > 0)
    serve('assetlinks.json', [
      {
        relation: ANDROID_RELATIONS,
        target: {
          namespace: 'android_app',
          package_name: APP_ID,
          sha256_cert_fingerprints: androidCertificates,
        },
      },
    ])
  if (appleTeam) {
    const id = `${appleTeam}.${APP_ID}`
    serve('apple-app-site-association', {
      // The app's pages are fragments of one address. The gateway's page and return stay in the browser.
      applinks: { details: [{ appIDs: [id], components: [{ '/': '/', '#': '/*' }] }] },
      webcredentials: { apps: [id] },
    })
  }
}

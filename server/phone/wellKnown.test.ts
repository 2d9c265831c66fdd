import { describe, expect, test } from 'vitest'
import { testServerForFile } from '#testing/harness/testServer.ts'

const CERTIFICATE = Array.from({ length: 32 }, () => 'AB').join(':')
const without = testServerForFile({ template: 'empty' })
const server = testServerForFile({
  template: 'empty',
  config: { phone: { androidCertificates: [CERTIFICATE], appleTeam: 'A1B2C3D4E5' } },
})

const FILES = ['assetlinks.json', 'apple-app-site-association']
const file = (name: string, at = server) =>
  fetch(`${at.url}/.well-known/${name}`, { redirect: 'manual' })

describe('registerWellKnownFiles', () => {
  test.each(FILES)('serves %s as JSON, without a redirection', async (name) => {
    const answer = await file(name)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(FILES)('answers 404 for %s without its setting', async (name) => {
    expect((await file(name, without)).status).toBe(404)
  })

  test('lets the Android app of each certificate open links and use credentials', async () => {
    expect(await (await file('assetlinks.json')).json()).toEqual([
      {
        relation: [
          'delegate_permission/common.handle_all_urls',
          'delegate_permission/common.get_login_creds',
        ],
        target: {
          namespace: 'android_app',
          package_name: 'uy.surtidor.app',
          sha256_cert_fingerprints: [CERTIFICATE],
        },
      },
    ])
  })

  test('lets the iOS app of the team open the pages of the app and use credentials', async () => {
    const id = 'A1B2C3D4E5.uy.surtidor.app'
    expect(await (await file('apple-app-site-association')).json()).toEqual({
      applinks: { details: [{ appIDs: [id], components: [{ '/': '/', '#': '/*' }] }] },
      webcredentials: { apps: [id] },
    })
  })
})

import { describe, expect, test } from 'vitest'
import { isPushEndpoint } from '#server/push/pushEndpointAllowlist.ts'

const OWN = ['https://push.ejemplo.uy', 'http://127.0.0.1:9999']

describe('isPushEndpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QNxyz',
    'https://api.push.apple.com/x',
    'https://db5p.notify.windows.com/w/?token=abc%2b',
    'https://push.ejemplo.uy/x',
    'http://127.0.0.1:9999/x',
  ])('accepts %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, OWN)).toBe(true)
  })

  test.each([
    '',
    'fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:word@fcm.googleapis.com/x',
    'https://fcm.googleapis.com\\@evil.example/x',
    'https://fcm.googleapis.com./x',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com/x#part',
    'https://fcm.googleapis.com/a/../b',
    'https://xfcm.googleapis.com/x',
    'https://notify.windows.com/x',
    'https://.notify.windows.com/x',
    'https://evilnotify.windows.com/x',
    'https://push.apple.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/x',
    'https://push.ejemplo.uy:8443/x',
    'http://push.ejemplo.uy/x',
    'http://127.0.0.1:9998/x',
    'http://127.0.0.1:9999@evil.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    ' https://fcm.googleapis.com/x',
    'https://fcm.googleapis.com/x\n',
  ])('refuses %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, OWN)).toBe(false)
  })
})

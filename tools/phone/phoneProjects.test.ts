import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'plist'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plugins } from '#tools/phone/nativeProject.ts'

const folder = mkdtempSync(join(tmpdir(), 'surtidor-phone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command of `npm run phone` without a network: an unusable proxy refuses every request. */
const phone = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args, '--folder', folder], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      PUBLIC_URL: 'https://surtidor.uy',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      ...env,
    },
  })
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const plist = (...path: string[]) => parse(read(...path)) as Record<string, unknown>
/** Width, height and channels of a picture. */
const sizeOf = async (...path: string[]) => {
  const { width, height, hasAlpha } = await sharp(join(folder, ...path)).metadata()
  return [width, height, hasAlpha]
}
/** Names and contents of the files below a folder. */
const filesIn = (path: string) =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        return [file.slice(path.length), readFileSync(file).toString('base64')] as const
      }),
  )

let made: ReturnType<typeof phone>
beforeAll(() => {
  made = phone(['android', 'ios', '--build'], { APPLE_TEAM_ID: 'A1B2C3D4E5', ANDROID_HOME: '' })
})

describe('npm run phone', () => {
  test('makes both projects, then names what a build for the stores lacks, and fails', () => {
    expect(made.stderr).toBe('')
    expect(made.stdout).toContain('el proyecto de android está en')
    expect(made.stdout).toContain('el proyecto de ios está en')
    expect(made.stdout).toContain('Falta:\nsurtidor:   ANDROID_HOME: la carpeta del SDK')
    expect(made.stdout).toContain('xcodebuild: Xcode con sus herramientas.')
    expect(made.status).toBe(1)
  })

  test('makes nothing without a platform, and says what to write', () => {
    const { status, stderr } = phone(['windows'])
    expect([status, stderr]).toEqual([
      1,
      'surtidor: decí para qué teléfono: npm run phone -- android, o -- ios.\n',
    ])
  })
})

describe('the web app of both projects', () => {
  const APPS = [
    ['android', 'app/src/main/assets/public'],
    ['ios', 'App/App/public'],
  ] as const

  test.each(APPS)('of %s is the build', (platform, path) => {
    const built = filesIn(join(folder, 'www'))
    const copied = filesIn(join(folder, platform, path))
    // Capacitor's own, empty without Cordova plugins.
    for (const name of ['/cordova.js', '/cordova_plugins.js']) copied.delete(name)
    expect(built.size).toBeGreaterThan(20)
    expect([...copied.keys()].toSorted()).toEqual([...built.keys()].toSorted())
    expect([...copied].filter(([name, content]) => built.get(name) !== content)).toEqual([])
  })

  test('calls the server by its public address and no other machine', () => {
    const page = read('www/index.html')
    expect(page).toContain('data-server="https://surtidor.uy" data-scheme="uy.surtidor.app"')
    const scripts = [...filesIn(join(folder, 'www'))]
      .filter(([name]) => /\.(?:js|html|json)$/.test(name))
      .map(([, content]) => Buffer.from(content, 'base64').toString())
      .join('\n')
    // The router parses addresses against a base without a port.
    expect(scripts.match(/(?:localhost|127\.0\.0\.1):\d+/g) ?? []).toEqual([])
  })

  test('has a Content-Security-Policy for each inline script, and no server’s files', () => {
    const page = read('www/index.html')
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
    expect(policy).toContain("connect-src 'self' https://surtidor.uy;")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy.match(/sha256-/g)?.length).toBe(page.match(/<(?:script|style)>/g)?.length)
    expect(page).not.toContain('manifest')
    const names = [...filesIn(join(folder, 'www')).keys()]
    expect(names.filter((name) => /consola|\.(?:br|gz)$|csp\.json|\/sw/.test(name))).toEqual([])
  })
})

describe('both projects', () => {
  test('contain every plugin of package.json', async () => {
    const names = await plugins()
    expect(names.length).toBeGreaterThan(10)
    const gradle = read('android/capacitor.settings.gradle')
    const swift = read('ios/App/CapApp-SPM/Package.swift')
    expect(names.filter((name) => !gradle.includes(`${name}/android'`))).toEqual([])
    expect(names.filter((name) => !swift.includes(`${name}"`))).toEqual([])
  })

  test.each(['android/app/src/main/assets', 'ios/App/App'])(
    'have Capacitor’s settings in %s: the allowed origin, no log, no other server',
    (path) => {
      const config = JSON.parse(read(path, 'capacitor.config.json')) as Record<string, unknown>
      expect(config).toMatchObject({ appId: 'uy.surtidor.app', loggingBehavior: 'none' })
      expect(config.server).toEqual({
        androidScheme: 'https',
        iosScheme: 'capacitor',
        hostname: 'localhost',
      })
    },
  )
})

describe('the Android project', () => {
  const RESOURCES = 'android/app/src/main/res'

  test('has the id and the version', () => {
    const gradle = read('android/app/build.gradle')
    expect(gradle).toContain('applicationId "uy.surtidor.app"')
    expect(gradle).toContain('versionName "1.7.0"')
    expect(gradle).toContain('versionCode 10700\n')
    expect(gradle).toContain('signingConfig signingConfigs.release')
  })

  test('asks for the permissions that it uses', () => {
    const names = [
      ...read('android/app/src/main/AndroidManifest.xml').matchAll(
        /uses-permission android:name="android\.permission\.(\w+)"/g,
      ),
    ].map(([, name]) => name)
    expect(names).toEqual([
      'INTERNET',
      'CAMERA',
      'ACCESS_COARSE_LOCATION',
      'ACCESS_FINE_LOCATION',
      'POST_NOTIFICATIONS',
      'USE_BIOMETRIC',
    ])
  })

  test('opens the links of the server and of its own scheme', () => {
    const manifest = read('android/app/src/main/AndroidManifest.xml')
    const [, verified = ''] =
      /<intent-filter android:autoVerify="true">([\s\S]*?)<\/intent-filter>/.exec(manifest) ?? []
    expect(verified).toContain('android:scheme="https" android:host="surtidor.uy" android:path="/"')
    expect(manifest).toContain('<data android:scheme="uy.surtidor.app" />')
  })

  test('stores nothing in a backup and sends nothing in clear', () => {
    const manifest = read('android/app/src/main/AndroidManifest.xml')
    expect(manifest).toContain('android:allowBackup="false"')
    expect(manifest).toContain('android:usesCleartextTraffic="false"')
    expect(manifest).toContain('android:dataExtractionRules="@xml/data_extraction_rules"')
    expect(read(RESOURCES, 'xml/data_extraction_rules.xml')).toContain('<device-transfer>')
    expect(read(RESOURCES, 'xml/network_security_config.xml')).toContain(
      'cleartextTrafficPermitted="false"',
    )
  })

  test.each([
    ['mdpi', 48, 108],
    ['hdpi', 72, 162],
    ['xhdpi', 96, 216],
    ['xxhdpi', 144, 324],
    ['xxxhdpi', 192, 432],
  ])('has icons for %s', async (density, icon, layer) => {
    const at = (name: string) => sizeOf(RESOURCES, `mipmap-${density}`, `${name}.png`)
    expect(await at('ic_launcher')).toEqual([icon, icon, true])
    expect(await at('ic_launcher_round')).toEqual([icon, icon, true])
    expect(await at('ic_launcher_foreground')).toEqual([layer, layer, true])
    expect(await at('ic_launcher_monochrome')).toEqual([layer, layer, true])
  })

  test('names no resource that it lacks', () => {
    const names = readdirSync(join(folder, RESOURCES), { recursive: true }).map(String)
    const missing = ['styles.xml', 'ic_launcher_background.xml'].flatMap((file) =>
      [...read(RESOURCES, 'values', file).matchAll(/@(mipmap|drawable)\/(\w+)/g)].filter(
        ([, kind, name]) => !names.some((one) => new RegExp(`^${kind}[^/]*/${name}\\.`).test(one)),
      ),
    )
    expect(missing).toEqual([])
    expect(names.filter((name) => /-(?:land|port)-/.test(name))).toEqual([])
    expect(read(RESOURCES, 'mipmap-anydpi-v26/ic_launcher.xml')).toContain('<monochrome')
  })
})

describe('the iOS project', () => {
  const info = () => plist('ios/App/App/Info.plist')

  test('says in Spanish what each permission is for', () => {
    expect(info()).toMatchObject({
      NSCameraUsageDescription: expect.stringContaining('código QR') as string,
      NSLocationWhenInUseUsageDescription: expect.stringContaining('estaciones') as string,
      NSFaceIDUsageDescription: expect.stringContaining('contraseña') as string,
      CFBundleDevelopmentRegion: 'es',
    })
  })

  test('opens links of its scheme, and allows no request in clear', () => {
    expect(info().CFBundleURLTypes).toEqual([
      { CFBundleURLName: 'uy.surtidor.app', CFBundleURLSchemes: ['uy.surtidor.app'] },
    ])
    expect(info()).not.toHaveProperty('NSAppTransportSecurity')
  })

  test('may receive push, open the server’s links and use its credentials', () => {
    expect(plist('ios/App/App/App.entitlements')).toEqual({
      'aps-environment': 'development',
      'com.apple.developer.associated-domains': [
        'applinks:surtidor.uy',
        'webcredentials:surtidor.uy',
      ],
    })
    expect(read('ios/App/App/AppDelegate.swift')).toContain(
      '.capacitorDidRegisterForRemoteNotifications',
    )
  })

  test('has the id, the version, the team and both added files in each configuration', () => {
    const xcode = read('ios/App/App.xcodeproj/project.pbxproj')
    const count = (text: string) => xcode.split(text).length - 1
    expect(count('PRODUCT_BUNDLE_IDENTIFIER = uy.surtidor.app;')).toBe(2)
    expect(count('MARKETING_VERSION = 1.7.0;')).toBe(2)
    expect(count('CURRENT_PROJECT_VERSION = 10700;')).toBe(2)
    expect(count('CODE_SIGN_ENTITLEMENTS = App/App.entitlements;')).toBe(2)
    expect(count('DEVELOPMENT_TEAM = A1B2C3D4E5;')).toBe(2)
    expect(count('PrivacyInfo.xcprivacy in Resources')).toBe(2)
    expect(count('{')).toBe(count('}'))
  })

  test('declares no tracking', () => {
    expect(plist('ios/App/App/PrivacyInfo.xcprivacy')).toMatchObject({
      NSPrivacyTracking: false,
      NSPrivacyTrackingDomains: [],
    })
  })

  test('has an icon without transparency and a splash screen', async () => {
    const assets = 'ios/App/App/Assets.xcassets'
    expect(await sizeOf(assets, 'AppIcon.appiconset/AppIcon-512@2x.png')).toEqual([
      1024,
      1024,
      false,
    ])
    expect(await sizeOf(assets, 'Splash.imageset/splash.png')).toEqual([2732, 2732, false])
  })
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_ID } from '#contract/phoneApp.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { BROWSER_FLOOR } from '#tools/build/supportedBrowsers.ts'
import { nativeSettings } from '#tools/phone/nativeSettings.ts'
import { WEB_FOLDER, writePhoneProject } from '#tools/phone/phoneProject.ts'
import { readPhoneSettings } from '#tools/phone/phoneSettings.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one)
const settings = readPhoneSettings({
  PUBLIC_URL: 'https://surtidor.uy',
  APPLE_TEAM_ID: 'A1B2C3D4E5',
})

describe('npm run phone', () => {
  test('says without the address of the server which setting is missing, and fails', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/phone/main.ts')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PUBLIC_URL: '' },
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^surtidor: PUBLIC_URL tiene que ser la dirección https/)
  })

  test('writes version, build, team and links into one file of each project', () => {
    expect(nativeSettings(settings)).toEqual({
      'android/phone.properties':
        'version=1.7.0\nbuild=10700\nhost=surtidor.uy\nscheme=uy.surtidor.app\n',
      'ios/phone.xcconfig':
        'MARKETING_VERSION = 1.7.0\nCURRENT_PROJECT_VERSION = 10700\nAPP_HOST = surtidor.uy\n' +
        'APP_SCHEME = uy.surtidor.app\nDEVELOPMENT_TEAM = A1B2C3D4E5\n',
    })
  })
})

describe('the written project', () => {
  const folder = tempFolder(afterAll)
  const written = (file: string) => readFileSync(join(folder, file), 'utf8')
  const npm = (...words: string[]) =>
    spawnSync('npm', [...words, '--offline'], { cwd: folder, encoding: 'utf8' })

  beforeAll(async () => {
    mkdirSync(join(folder, WEB_FOLDER))
    writeFileSync(join(folder, WEB_FOLDER, 'index.html'), 'la app')
    await writePhoneProject(folder, settings)
  })

  test('links every Capacitor plugin of package.json, and nothing outside of its folder', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
    // What Capacitor's own tool goes by, whatever the name of the package is.
    const plugins = Object.keys(dependencies).filter(
      (name) => 'capacitor' in (JSON.parse(read(`node_modules/${name}/package.json`)) as object),
    )
    expect(plugins).toContain('@capgo/capacitor-passkey')
    expect(plugins.length).toBeGreaterThan(10)
    const gradle = matches(written('android/capacitor.settings.gradle'), /new File\('(.+)'\)/g)
    const swift = matches(written('ios/App/CapApp-SPM/Package.swift'), /path: "(.+)"/g)
    const linked = {
      android: gradle.map((path) => join(folder, 'android', String(path))),
      ios: swift.map((path) => join(folder, 'ios/App/CapApp-SPM', String(path))),
    }
    for (const name of plugins) {
      expect(linked.android).toContain(join(folder, 'node_modules', name, 'android'))
      expect(linked.ios).toContain(join(folder, 'node_modules', name))
    }
    const all = [...linked.android, ...linked.ios]
    expect(all.filter((path) => !path.startsWith(folder) || !existsSync(path))).toEqual([])
    expect(written('android/app/src/main/assets/public/index.html')).toBe('la app')
    expect(written('ios/App/App/public/index.html')).toBe('la app')
  })

  test('has a lock that npm accepts, with a digest of every package', () => {
    expect(npm('ci', '--dry-run', '--ignore-scripts').status).toBe(0)
    expect(npm('ls', '--all').status).toBe(0)
    const { packages } = JSON.parse(written('package-lock.json')) as {
      packages: Record<string, { integrity?: string }>
    }
    const { '': _, ...locked } = packages
    expect(Object.entries(locked).filter(([, { integrity }]) => !integrity)).toEqual([])
  })

  test('supports the oldest iOS of the app', () => {
    expect(written('ios/App/CapApp-SPM/Package.swift')).toContain('platforms: [.iOS(.v16)]')
  })
})

describe('the native projects', () => {
  test('run on the oldest browsers that the app supports, and on no system that a plugin refuses', () => {
    const { android } = JSON.parse(read('capacitor.config.json')) as {
      android: { minWebViewVersion?: number }
    }
    expect(android.minWebViewVersion).toBe(BROWSER_FLOOR.chrome)
    const xcode = read('ios/App/App.xcodeproj/project.pbxproj')
    const targets = matches(xcode, /IPHONEOS_DEPLOYMENT_TARGET = ([\d.]+);/g)
    expect(targets).toHaveLength(4)
    expect(new Set(targets)).toEqual(new Set([String(BROWSER_FLOOR.safari)]))
    const needed = matches(
      read('node_modules/@capacitor/barcode-scanner/android/build.gradle'),
      /minSdkVersion .* : (\d+)/g,
    )
    expect(matches(read('android/variables.gradle'), /minSdkVersion = (\d+)/g)).toEqual(needed)
  })

  test('show no content in the list of apps', () => {
    const activity = read('android/app/src/main/java/uy/surtidor/app/MainActivity.java')
    expect(activity).toContain('setRecentsScreenshotEnabled(false)')
    expect(activity).toContain('WindowManager.LayoutParams.FLAG_SECURE')
    const scene = read('ios/App/App/SceneDelegate.swift')
    expect(scene).toMatch(/func sceneWillResignActive\([^]*?addSubview\(cover\)/)
    expect(scene).toMatch(/func sceneDidBecomeActive\([^]*?cover\.removeFromSuperview\(\)/)
  })

  test('allow the origins that the server allows, and log no call', () => {
    expect(JSON.parse(read('capacitor.config.json'))).toMatchObject({
      appId: APP_ID,
      loggingBehavior: 'none',
      server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
    })
  })
})

describe('the Android project', () => {
  const manifest = read('android/app/src/main/AndroidManifest.xml')
  const gradle = read('android/app/build.gradle')

  test('takes id, version and signature from where the build has them', () => {
    expect(gradle).toContain(`applicationId "${APP_ID}"`)
    const used = matches(gradle, /phone\.getProperty\('(\w+)'\)/g)
    const [, given = ''] = Object.entries(nativeSettings(settings))[0] ?? []
    expect(new Set(used)).toEqual(new Set(matches(given, /^(\w+)=/gm)))
    expect(gradle).toContain('signingConfig signingConfigs.release')
  })

  test('asks for the permissions that it uses', () => {
    expect(matches(manifest, /uses-permission android:name="android\.permission\.(\w+)"/g)).toEqual(
      [
        'INTERNET',
        'CAMERA',
        'ACCESS_COARSE_LOCATION',
        'ACCESS_FINE_LOCATION',
        'POST_NOTIFICATIONS',
        'USE_BIOMETRIC',
      ],
    )
  })

  test('opens the links of the server and of its own scheme', () => {
    const [verified = ''] = matches(
      manifest,
      /<intent-filter android:autoVerify="true">([\s\S]*?)<\/intent-filter>/g,
    )
    expect(verified).toContain('android:scheme="https" android:host="${host}" android:path="/"')
    expect(manifest).toContain('<data android:scheme="${scheme}" />')
    expect(gradle).toMatch(/manifestPlaceholders = \[host: .*, scheme: .*\]/)
  })

  test('stores nothing in a backup and sends nothing in clear', () => {
    const resource = (name: string) => read(`android/app/src/main/res/xml/${name}.xml`)
    expect(manifest).toContain('android:allowBackup="false"')
    expect(manifest).toContain('android:usesCleartextTraffic="false"')
    expect(manifest).toContain('android:dataExtractionRules="@xml/data_extraction_rules"')
    expect(resource('data_extraction_rules')).toContain('<device-transfer>')
    expect(resource('network_security_config')).toContain('cleartextTrafficPermitted="false"')
  })

  test('names no resource that it lacks', () => {
    const folder = 'android/app/src/main/res'
    const names = readdirSync(join(root, folder), { recursive: true }).map(String)
    const used = ['values/styles.xml', 'mipmap-anydpi-v26/ic_launcher.xml'].flatMap((file) => [
      ...read(`${folder}/${file}`).matchAll(/@(mipmap|drawable)\/(\w+)/g),
    ])
    expect(used.length).toBeGreaterThan(2)
    const missing = used.filter(
      ([, kind, name]) => !names.some((one) => new RegExp(`^${kind}[^/]*/${name}\\.`).test(one)),
    )
    expect(missing).toEqual([])
  })
})

describe('the iOS project', () => {
  const info = read('ios/App/App/Info.plist')
  const xcode = read('ios/App/App.xcodeproj/project.pbxproj')

  test('says in Spanish what each permission is for', () => {
    for (const [name, text] of [
      ['NSCameraUsageDescription', 'código QR'],
      ['NSLocationWhenInUseUsageDescription', 'estaciones'],
      ['NSFaceIDUsageDescription', 'contraseña'],
    ])
      expect(info).toMatch(new RegExp(`<key>${name}</key>\\s*<string>[^<]*${text}`))
  })

  test('opens the links of the server and of its scheme, and allows no request in clear', () => {
    expect(info).toContain('<string>$(APP_SCHEME)</string>')
    expect(info).not.toContain('NSAppTransportSecurity')
    const entitlements = read('ios/App/App/App.entitlements')
    expect(entitlements).toContain('<string>applinks:$(APP_HOST)</string>')
    expect(entitlements).toContain('<string>webcredentials:$(APP_HOST)</string>')
    expect(entitlements).toContain('<key>aps-environment</key>')
  })

  test('has the settings of the build in each configuration, and its files in the target', () => {
    expect(matches(xcode, /baseConfigurationReference = \w+ \/\* (\w+)\.xcconfig \*\//g)).toEqual([
      'debug',
      'release',
      'debug',
      'release',
    ])
    for (const file of ['debug', 'release'])
      expect(read(`ios/${file}.xcconfig`)).toContain('#include? "phone.xcconfig"')
    const used = `${xcode}${info}`
    expect(used).not.toMatch(/MARKETING_VERSION = |CURRENT_PROJECT_VERSION = |DEVELOPMENT_TEAM = /)
    expect(matches(xcode, /(PRODUCT_BUNDLE_IDENTIFIER) = uy\.surtidor\.app;/g)).toHaveLength(2)
    expect(matches(xcode, /(CODE_SIGN_ENTITLEMENTS) = App\/App\.entitlements;/g)).toHaveLength(2)
    expect(matches(xcode, /(PrivacyInfo)\.xcprivacy in Resources/g)).toHaveLength(2)
  })

  test('stores nothing of the web view in a backup', () => {
    const delegate = read('ios/App/App/AppDelegate.swift')
    expect(delegate).toMatch(/didFinishLaunchingWithOptions[^}]*excludeWebDataFromBackups\(\)/)
    expect(delegate).toContain('for name in ["WebKit", "HTTPStorages", "Cookies"]')
    expect(delegate).toContain('values.isExcludedFromBackup = true')
  })

  test('receives push tokens, and declares no tracking', () => {
    expect(read('ios/App/App/AppDelegate.swift')).toContain(
      '.capacitorDidRegisterForRemoteNotifications',
    )
    expect(read('ios/App/App/PrivacyInfo.xcprivacy')).toMatch(
      /<key>NSPrivacyTracking<\/key>\s*<false\/>/,
    )
  })
})

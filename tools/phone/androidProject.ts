import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BRAND } from '#tools/phone/capacitorConfig.ts'
import { insertBefore, replaceEach } from '#tools/phone/editText.ts'
import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

const SOURCES = join(import.meta.dirname, 'sources')

const PERMISSIONS = [
  'CAMERA',
  'ACCESS_COARSE_LOCATION',
  'ACCESS_FINE_LOCATION',
  'POST_NOTIFICATIONS',
  'USE_BIOMETRIC',
]
/** Features without which the app is of use too: a store offers it to phones that lack them. */
const FEATURES = ['android.hardware.camera', 'android.hardware.location.gps']

/**
 * Applies our changes to a new Android project: identity, permissions, links, backup and network
 * rules, signing.
 */
export async function editAndroidProject(project: string, settings: PhoneSettings): Promise<void> {
  const app = join(project, 'app')
  const resources = join(app, 'src/main/res')
  await edit(join(app, 'src/main/AndroidManifest.xml'), (text) => editManifest(text, settings))
  await edit(join(app, 'build.gradle'), (text) => editGradle(text, settings))
  await mkdir(join(resources, 'xml'), { recursive: true })
  for (const file of ['data_extraction_rules.xml', 'network_security_config.xml'])
    await copyFile(join(SOURCES, file), join(resources, 'xml', file))
  await copyFile(join(SOURCES, 'styles.xml'), join(resources, 'values/styles.xml'))
  await edit(join(resources, 'values/ic_launcher_background.xml'), (text) =>
    replaceEach(text, '#FFFFFF', BRAND),
  )
  await edit(join(resources, 'values/strings.xml'), (text) =>
    replaceEach(
      text,
      '<string name="custom_url_scheme">uy.surtidor.app</string>',
      `<string name="custom_url_scheme">${settings.scheme}</string>`,
    ),
  )
  // The template's pictures of a splash screen per orientation and density; ours is one icon.
  for (const name of await readdir(resources))
    if (/^drawable-(?:land|port)-|^drawable-v24$/.test(name))
      await rm(join(resources, name), { recursive: true })
  await rm(join(resources, 'drawable/ic_launcher_background.xml'))
  if (settings.googleServices)
    await copyFile(settings.googleServices, join(app, 'google-services.json'))
}

function editManifest(text: string, { server, scheme }: PhoneSettings): string {
  const attributes = [
    'android:allowBackup="false"',
    'android:fullBackupContent="false"',
    'android:dataExtractionRules="@xml/data_extraction_rules"',
    'android:networkSecurityConfig="@xml/network_security_config"',
    'android:usesCleartextTraffic="false"',
  ].join('\n        ')
  const links = `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="${server.hostname}" android:path="/" />
            </intent-filter>

            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="${scheme}" />
            </intent-filter>
`
  const uses = [
    ...PERMISSIONS.map((name) => `<uses-permission android:name="android.permission.${name}" />`),
    ...FEATURES.map((name) => `<uses-feature android:name="${name}" android:required="false" />`),
  ].map((line) => `    ${line}\n`)
  const withBackup = replaceEach(text, 'android:allowBackup="true"', attributes)
  return insertBefore(
    insertBefore(withBackup, '\n        </activity>', links),
    '</manifest>',
    uses.join(''),
  )
}

/** The key that signs a release comes from the environment of the build; without one it is unsigned. */
const SIGNING = `    signingConfigs {
        release {
            if (System.getenv('ANDROID_KEYSTORE')) {
                storeFile file(System.getenv('ANDROID_KEYSTORE'))
                storePassword System.getenv('ANDROID_KEYSTORE_PASSWORD')
                keyAlias System.getenv('ANDROID_KEY_ALIAS')
                keyPassword System.getenv('ANDROID_KEY_PASSWORD')
            }
        }
    }
`

function editGradle(text: string, { version, build }: PhoneSettings): string {
  const versioned = replaceEach(
    replaceEach(text, 'versionCode 1\n', `versionCode ${build}\n`),
    'versionName "1.0"',
    `versionName "${version}"`,
  )
  return replaceEach(
    insertBefore(versioned, '    buildTypes {', SIGNING),
    '            minifyEnabled false',
    "            if (System.getenv('ANDROID_KEYSTORE')) signingConfig signingConfigs.release\n            minifyEnabled false",
  )
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}

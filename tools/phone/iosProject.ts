import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, parse } from 'plist'
import { APP_ID } from '#contract/phoneApp.ts'
import { insertBefore, replaceEach } from '#tools/phone/editText.ts'
import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

const SOURCES = join(import.meta.dirname, 'sources')
const ENTITLEMENTS = 'App.entitlements'
const PRIVACY = 'PrivacyInfo.xcprivacy'

/** What the phone shows when the app asks for a permission. */
const USES = {
  NSCameraUsageDescription: 'Para leer el código QR de tu factura. La imagen no sale del teléfono.',
  NSLocationWhenInUseUsageDescription: 'Para mostrarte las estaciones más cercanas.',
  NSFaceIDUsageDescription: 'Para abrir tu cuenta sin escribir la contraseña.',
}

/** Applies our changes to a new iOS project: identity, permissions, links, privacy manifest. */
export async function editIosProject(project: string, settings: PhoneSettings): Promise<void> {
  const app = join(project, 'App/App')
  const info = join(app, 'Info.plist')
  const entries = parse(await readFile(info, 'utf8')) as Record<string, string>
  await writeFile(
    info,
    build({
      ...entries,
      ...USES,
      CFBundleDevelopmentRegion: 'es',
      CFBundleURLTypes: [{ CFBundleURLName: APP_ID, CFBundleURLSchemes: [settings.scheme] }],
      UIRequiredDeviceCapabilities: ['arm64'],
      // Only https, which needs no declaration at the store.
      ITSAppUsesNonExemptEncryption: false,
    }),
  )
  const domain = settings.server.hostname
  await writeFile(
    join(app, ENTITLEMENTS),
    build({
      // Xcode writes `production` instead when it exports for the store.
      'aps-environment': 'development',
      'com.apple.developer.associated-domains': [`applinks:${domain}`, `webcredentials:${domain}`],
    }),
  )
  await copyFile(join(SOURCES, PRIVACY), join(app, PRIVACY))
  const xcode = join(project, 'App/App.xcodeproj/project.pbxproj')
  await writeFile(xcode, editXcodeProject(await readFile(xcode, 'utf8'), settings))
  const delegate = join(app, 'AppDelegate.swift')
  await writeFile(delegate, addPushRegistration(await readFile(delegate, 'utf8')))
}

/** Ids of the two added files in the Xcode project: any 24 hexadecimal digits that are not in use. */
const [ENTITLEMENTS_ID, PRIVACY_ID, PRIVACY_IN_BUILD_ID] = [
  '5E0000000000000000000001',
  '5E0000000000000000000002',
  '5E0000000000000000000003',
]

function editXcodeProject(text: string, { version, build, appleTeam }: PhoneSettings): string {
  const edits: [wanted: string, replacement: string][] = [
    ['MARKETING_VERSION = 1.0;', `MARKETING_VERSION = ${version};`],
    ['CURRENT_PROJECT_VERSION = 1;', `CURRENT_PROJECT_VERSION = ${build};`],
    [
      'CODE_SIGN_STYLE = Automatic;',
      `CODE_SIGN_ENTITLEMENTS = App/${ENTITLEMENTS};\n\t\t\t\tCODE_SIGN_STYLE = Automatic;${appleTeam ? `\n\t\t\t\tDEVELOPMENT_TEAM = ${appleTeam};` : ''}`,
    ],
    ['developmentRegion = en;', 'developmentRegion = es;'],
    ['knownRegions = (\n\t\t\t\ten,', 'knownRegions = (\n\t\t\t\tes,'],
  ]
  const edited = edits.reduce(
    (content, [wanted, replacement]) => replaceEach(content, wanted, replacement),
    text,
  )
  const files = `\t\t${ENTITLEMENTS_ID} /* ${ENTITLEMENTS} */ = {isa = PBXFileReference; lastKnownFileType = text.plist.entitlements; path = ${ENTITLEMENTS}; sourceTree = "<group>"; };
\t\t${PRIVACY_ID} /* ${PRIVACY} */ = {isa = PBXFileReference; lastKnownFileType = text.xml; path = ${PRIVACY}; sourceTree = "<group>"; };
`
  const additions: [before: string, added: string][] = [
    ['/* End PBXFileReference section */', files],
    [
      '/* End PBXBuildFile section */',
      `\t\t${PRIVACY_IN_BUILD_ID} /* ${PRIVACY} in Resources */ = {isa = PBXBuildFile; fileRef = ${PRIVACY_ID} /* ${PRIVACY} */; };\n`,
    ],
    [
      '\t\t\t\t504EC3131FED79650016851F /* Info.plist */,\n',
      `\t\t\t\t${ENTITLEMENTS_ID} /* ${ENTITLEMENTS} */,\n\t\t\t\t${PRIVACY_ID} /* ${PRIVACY} */,\n`,
    ],
    [
      '\t\t\t\t504EC30F1FED79650016851F /* Assets.xcassets in Resources */,\n',
      `\t\t\t\t${PRIVACY_IN_BUILD_ID} /* ${PRIVACY} in Resources */,\n`,
    ],
  ]
  return additions.reduce(
    (content, [before, added]) => insertBefore(content, before, added),
    edited,
  )
}

/** The push plugin receives Apple's token by these notifications (its README, "iOS"). */
function addPushRegistration(text: string): string {
  const methods = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
`
  return insertBefore(text, '\n    func applicationWillResignActive', methods)
}

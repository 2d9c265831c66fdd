import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'plist'
import type { PhonePlatform, PhoneSettings } from '#tools/phone/phoneSettings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Builds what the store receives. It needs the vendor's tools and the network. */
export interface NativeBuild {
  /** What is missing on this machine, a sentence each. */
  missing: (env: Environment) => string[]
  /** @returns the file for the store. @throws when a tool failed */
  run: (project: string, settings: PhoneSettings) => Promise<string>
}

const works = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

const android: NativeBuild = {
  missing: (env) => [
    ...(env.ANDROID_HOME && existsSync(env.ANDROID_HOME)
      ? []
      : ['ANDROID_HOME: la carpeta del SDK de Android (Android Studio, o sdkmanager).']),
    ...(works('java', '-version') ? [] : ['java: un JDK 21.']),
    ...missingOfKey(env),
  ],
  run: async (project) => {
    // Google's Gradle plugin names the SDK's folder by this environment variable.
    runTool(join(project, 'gradlew'), ['bundleRelease', 'assembleRelease'], project)
    return join(project, 'app/build/outputs/bundle/release/app-release.aab')
  },
}

/** Without any of these settings the build is unsigned; with a part of them it is refused. */
function missingOfKey(env: Environment): string[] {
  const key = {
    ANDROID_KEYSTORE: env.ANDROID_KEYSTORE,
    ANDROID_KEYSTORE_PASSWORD: env.ANDROID_KEYSTORE_PASSWORD,
    ANDROID_KEY_ALIAS: env.ANDROID_KEY_ALIAS,
    ANDROID_KEY_PASSWORD: env.ANDROID_KEY_PASSWORD,
  }
  if (Object.values(key).every((value) => !value)) return []
  const absent = Object.entries(key).filter(([, value]) => !value)
  return [
    ...absent.map(([name]) => `${name}: la firma lleva los cuatro datos de la clave.`),
    ...(key.ANDROID_KEYSTORE && !existsSync(key.ANDROID_KEYSTORE)
      ? ['ANDROID_KEYSTORE: el archivo no está.']
      : []),
  ]
}

const ios: NativeBuild = {
  missing: (env) => [
    ...(process.platform === 'darwin' ? [] : ['macOS: Xcode corre solo en una Mac.']),
    ...(works('xcodebuild', '-version') ? [] : ['xcodebuild: Xcode con sus herramientas.']),
    ...(env.APPLE_TEAM_ID ? [] : ['APPLE_TEAM_ID: el equipo que firma.']),
  ],
  run: async (project, { appleTeam }) => {
    const archive = join(project, 'build/App.xcarchive')
    const options = join(project, 'build/ExportOptions.plist')
    const xcodebuild = (...args: string[]) =>
      runTool('xcodebuild', [...args, '-allowProvisioningUpdates'], project)
    xcodebuild(
      'archive',
      '-project',
      join(project, 'App/App.xcodeproj'),
      '-scheme',
      'App',
      '-configuration',
      'Release',
      '-destination',
      'generic/platform=iOS',
      '-archivePath',
      archive,
    )
    await writeFile(options, build({ method: 'app-store-connect', teamID: appleTeam ?? '' }))
    xcodebuild(
      '-exportArchive',
      '-archivePath',
      archive,
      '-exportOptionsPlist',
      options,
      '-exportPath',
      join(project, 'build'),
    )
    return join(project, 'build/App.ipa')
  },
}

export const NATIVE_BUILDS: Record<PhonePlatform, NativeBuild> = { android, ios }

function runTool(command: string, args: string[], folder: string): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? `código ${status}`}`)
}

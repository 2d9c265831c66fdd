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
  missing: ({ ANDROID_HOME, ANDROID_KEYSTORE }) => [
    ...(ANDROID_HOME && existsSync(ANDROID_HOME)
      ? []
      : ['ANDROID_HOME: la carpeta del SDK de Android (Android Studio, o sdkmanager).']),
    ...(works('java', '-version') ? [] : ['java: un JDK 21.']),
    ...(ANDROID_KEYSTORE && !existsSync(ANDROID_KEYSTORE)
      ? ['ANDROID_KEYSTORE: el archivo no está.']
      : []),
  ],
  run: async (project) => {
    // Google's Gradle plugin names the SDK's folder by this environment variable.
    runTool(join(project, 'gradlew'), ['bundleRelease', 'assembleRelease'], project)
    return join(project, 'app/build/outputs/bundle/release/app-release.aab')
  },
}

const ios: NativeBuild = {
  missing: ({ APPLE_TEAM_ID }) => [
    ...(process.platform === 'darwin' ? [] : ['macOS: Xcode corre solo en una Mac.']),
    ...(works('xcodebuild', '-version') ? [] : ['xcodebuild: Xcode con sus herramientas.']),
    ...(APPLE_TEAM_ID ? [] : ['APPLE_TEAM_ID: el equipo que firma.']),
  ],
  run: async (project, { appleTeam }) => {
    const archive = join(project, 'build/App.xcarchive')
    const options = join(project, 'build/ExportOptions.plist')
    runTool(
      'xcodebuild',
      [
        ...['-project', join(project, 'App/App.xcodeproj'), '-scheme', 'App'],
        ...['-configuration', 'Release', '-destination', 'generic/platform=iOS'],
        ...['-archivePath', archive, '-allowProvisioningUpdates', 'archive'],
      ],
      project,
    )
    await writeFile(options, build({ method: 'app-store-connect', teamID: appleTeam ?? '' }))
    runTool(
      'xcodebuild',
      [
        ...['-exportArchive', '-archivePath', archive, '-exportOptionsPlist', options],
        ...['-exportPath', join(project, 'build'), '-allowProvisioningUpdates'],
      ],
      project,
    )
    return join(project, 'build/App.ipa')
  },
}

export const NATIVE_BUILDS: Record<PhonePlatform, NativeBuild> = { android, ios }

function runTool(command: string, args: string[], folder: string): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? `código ${status}`}`)
}

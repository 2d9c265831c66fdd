import type { PhoneSettings } from '#tools/phone/phoneSettings.ts'

/**
 * The settings of a build as files of the native projects: `android/app/build.gradle` and both
 * `.xcconfig` files of `ios/` read them.
 * @returns text by path
 */
export function nativeSettings(settings: PhoneSettings): Record<string, string> {
  const { server, scheme, version, build, appleTeam } = settings
  const lines = (separator: string, values: Record<string, string | number>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}${separator}${value}\n`)
      .join('')
  const host = server.hostname
  return {
    'android/phone.properties': lines('=', { version, build, host, scheme }),
    'ios/phone.xcconfig': lines(' = ', {
      MARKETING_VERSION: version,
      CURRENT_PROJECT_VERSION: build,
      APP_HOST: host,
      APP_SCHEME: scheme,
      ...(appleTeam && { DEVELOPMENT_TEAM: appleTeam }),
    }),
  }
}

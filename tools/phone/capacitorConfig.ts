import type { CapacitorConfig } from '@capacitor/cli'
import { APP_ID } from '#contract/phoneApp.ts'
import { APP_NAME } from '#tools/phone/phoneSettings.ts'

/** Colour of the splash screen and behind the icon, as in app/public/icon.svg. */
export const BRAND = '#00515e'

/** Folder of the web app, below the project's. */
export const WEB_FOLDER = 'www'

/** Capacitor's settings, which `cap sync` copies into both native projects. */
export const CAPACITOR_CONFIG: CapacitorConfig = {
  appId: APP_ID,
  appName: APP_NAME,
  webDir: WEB_FOLDER,
  // The bridge would log the arguments of each plugin call, the session's token among them.
  loggingBehavior: 'none',
  // The origins that the server allows (docs/decisions/0092-native-shell.md).
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  android: { allowMixedContent: false, webContentsDebuggingEnabled: false },
  ios: { contentInset: 'never', webContentsDebuggingEnabled: false },
  plugins: {
    // The app hides it when its first screen is drawn.
    SplashScreen: {
      launchAutoHide: false,
      backgroundColor: BRAND,
      androidScaleType: 'CENTER_CROP',
      showSpinner: false,
    },
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
    // Edge to edge, Android's own resize does not happen.
    Keyboard: { resizeOnFullScreen: true },
    // Both projects get their domains from `androidProject.ts` and `iosProject.ts`.
    CapacitorPasskey: { autoShim: false },
    CapacitorHttp: { enabled: false },
    CapacitorCookies: { enabled: false },
  },
}

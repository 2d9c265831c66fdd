import { useSyncExternalStore } from 'react'
import { installWay, onInstallPrompt } from '#app/parts/install/installPrompt.ts'

/** How this browser installs the app; null when it is installed, or cannot be. */
export const useInstallWay = () => useSyncExternalStore(onInstallPrompt, installWay)

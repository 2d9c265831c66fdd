import { useSyncExternalStore } from 'react'
import { installWay, onInstallPrompt } from '#app/features/install/installPrompt.ts'

/** How this browser installs the app; null when it is installed, or cannot be. */
export const useInstallMethod = () => useSyncExternalStore(onInstallPrompt, installWay)

import { createContext } from 'react'

/** The current time for a component that says how old something is; by default the device's. */
export const ClockContext = createContext<() => Date>(() => new Date())

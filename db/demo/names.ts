import { readDemoJson } from '#db/demo/demoFile.ts'

type Kind = 'women' | 'men' | 'surnames' | 'streets' | 'stations'

/**
 * Words from which people, streets and stations are named. Every combination is invented. There is one
 * name per station: trees, birds, animals, stones and weather of the country.
 */
export const NAMES = readDemoJson('names.json') as Record<Kind, readonly string[]>

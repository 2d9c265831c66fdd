/** A long key as it is typed by hand: in groups of four. */
export const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

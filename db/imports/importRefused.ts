/** A file, or the undoing of an import, that is refused as a whole; the message is one sentence in Spanish. */
export class ImportRefused extends Error {}

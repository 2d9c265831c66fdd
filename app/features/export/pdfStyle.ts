import type { CustomTableLayout } from 'pdfmake/interfaces'

/** The light theme's tokens of kit/style/tokens.css in sRGB: a PDF knows no oklch. */
export const PDF_COLOURS = {
  deep: '#003f4e',
  onDeep: '#fcfaf4',
  sun: '#fbba4a',
  ink: '#0f252d',
  soft: '#465a62',
  line: '#dfdad1',
  paper: '#f7f4ee',
} as const

/** The symbol of kit/display/Logo.tsx. */
export const PDF_LOGO = `<svg viewBox="0 0 48 48" xmlns="http://www.w3.org/2000/svg">
<rect width="48" height="48" rx="14" fill="${PDF_COLOURS.deep}"/>
<path d="M24 40V22c0-7 3-11 8-11 4.6 0 7.5 3.3 7.5 8M24 40V26c0-6-2.8-9.5-7.3-9.5-4.2 0-6.9 2.9-6.9 7.2v2" fill="none" stroke="${PDF_COLOURS.onDeep}" stroke-width="4.2" stroke-linecap="round"/>
<path d="M39.5 22c3 4.1 4.6 6.3 4.6 8.5a4.6 4.6 0 0 1-9.2 0c0-2.2 1.6-4.4 4.6-8.5z" fill="${PDF_COLOURS.sun}"/>
</svg>`

/** Horizontal lines only, a stronger one below the headings. */
export const TABLE_LAYOUT: CustomTableLayout = {
  hLineWidth: (index, { table }) => (index === 0 ? 0 : index === table.headerRows ? 1 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (index, { table }) =>
    index === table.headerRows ? PDF_COLOURS.deep : PDF_COLOURS.line,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 2,
}

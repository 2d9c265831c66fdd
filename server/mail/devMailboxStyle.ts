/** The style sheet of the development mailbox, in the brand's colours. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#0f252d, #f2efe8); --soft: light-dark(#465a62, #b4c0c5);
  --paper: light-dark(#f7f4ee, #0d1a20); --surface: light-dark(#fffefd, #15252c); --line: light-dark(#dfdad1, #2c3d45);
  --brand: light-dark(#005868, #7fd0d8); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
a { color: var(--brand); }
p, time { color: var(--soft); }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; background: var(--surface); }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .9rem 1.1rem; text-decoration: none; color: inherit; }
li a:hover, li a:focus-visible { background: var(--paper); }
li strong { grid-column: 1; }
li span { grid-column: 1; color: var(--soft); overflow-wrap: anywhere; }
li time { grid-column: 2; grid-row: 1; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 1.1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); font: inherit; }
iframe { width: 100%; height: 38rem; border: 1px solid var(--line); border-radius: 14px; background: #f7f4ee; }
.empty { padding: 2rem 1rem; text-align: center; }
`

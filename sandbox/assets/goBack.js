// Submits the return form at once; without this script the button does.
document.querySelector('#goBack')?.requestSubmit()

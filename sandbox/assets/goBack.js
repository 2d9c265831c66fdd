// Sends the person back at once; without this script the button does it.
document.querySelector('#goBack')?.requestSubmit()

"""The command line: options, one flow, one Result, a text renderer. Where to start: `app.py`; the quick doors: `quick.py`."""

"""Language models, called only when the user's own config names one."""

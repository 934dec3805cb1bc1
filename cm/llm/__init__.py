"""What reaches for models. Imported only by flows that need one, inside functions."""

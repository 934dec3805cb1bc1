"""Rules on their way between homes and programs: what may leave, and what another store's records become here."""

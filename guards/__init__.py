"""The guard engine and the catalogue of traumas; both travel in the wheel as data (`cm/shipped/guards`)."""
